import { useRef } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import classes from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { LeaderRow } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'

interface LeaderListProps {
  readonly entries: readonly LeaderboardEntry[]
  readonly label: string
  readonly ownId: string | undefined
  /** The member's own entry, which is pinned below the list if it is not in the list. */
  readonly own: LeaderboardEntry | null
}

/** The top of a leaderboard. Rows glide to new positions, and the member's own row is always visible. */
export function LeaderList({ entries, label, ownId, own }: LeaderListProps) {
  const list = useRef<HTMLOListElement>(null)
  useReorderMotion(
    list,
    entries.map((entry) => entry.id),
  )
  const isOwnListed = entries.some((entry) => entry.id === ownId)
  return (
    <AmongPeople people={own ? [...entries, own] : entries}>
      <ol ref={list} className={classes.list} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.id} data-motion-key={entry.id}>
            <LeaderRow entry={entry} isOwn={entry.id === ownId} />
          </li>
        ))}
      </ol>
      {own && !isOwnListed && <PinnedPlace own={own} />}
    </AmongPeople>
  )
}

/** The member's own row, for a list that does not show it. */
export function PinnedPlace({ own }: { readonly own: LeaderboardEntry }) {
  return (
    <div className={classes.pinned}>
      <span className="visually-hidden">Your place: </span>
      <LeaderRow entry={own} isOwn />
    </div>
  )
}
