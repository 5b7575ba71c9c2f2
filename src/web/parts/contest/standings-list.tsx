import { useRef } from 'react'
import type { Standing } from '#contract/leaderboard.ts'
import type { UserId } from '#domain/ids.ts'
import { placesGained } from '#domain/leaderboard.ts'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { ContestRow, ContestRowHead } from './contest-row.tsx'
import * as classes from './standings-list.module.css'
import { useIsPinned } from './use-is-pinned.ts'

interface StandingsListProps {
  /** Names the list for screen readers. */
  readonly label: string
  readonly standings: readonly Standing[]
  readonly leaderPoints: number
  readonly ownId: string | undefined
  /** Where members stood when the day began; left out where nobody looks. */
  readonly marks?: ReadonlyMap<UserId, number> | undefined
  /** The member's own standing, where the list does not show it. */
  readonly further: Standing | null
}

/** Places of a contest, best first. The member's own row stays at the foot of the window while it is out of sight. */
export function StandingsList({ label, standings, leaderPoints, ownId, marks, further }: StandingsListProps) {
  const list = useRef<HTMLOListElement>(null)
  const own = useRef<HTMLLIElement>(null)
  const isListed = standings.some(({ id }) => id === ownId)
  const isPinned = useIsPinned(own, isListed)
  useReorderMotion(
    list,
    standings.map(({ id }) => id),
  )
  return (
    <div className={classes.box}>
      <ContestRowHead />
      <ol ref={list} className={classes.list} aria-label={label}>
        {standings.map((standing) => {
          const isOwn = standing.id === ownId
          return (
            <li
              key={standing.id}
              ref={isOwn ? own : undefined}
              data-motion-key={standing.id}
              className={isOwn ? classes.own : undefined}
              data-lifted={(isOwn && isPinned) || undefined}
            >
              <ContestRow
                standing={standing}
                leaderPoints={leaderPoints}
                gained={placesGained(standing.rank, marks?.get(standing.id))}
                isOwn={isOwn}
              />
            </li>
          )
        })}
      </ol>
      {further && (
        <div className={classes.pinned}>
          <span className="visually-hidden">Your place: </span>
          <ContestRow
            standing={further}
            leaderPoints={leaderPoints}
            gained={placesGained(further.rank, marks?.get(further.id))}
            isOwn
          />
        </div>
      )}
    </div>
  )
}
