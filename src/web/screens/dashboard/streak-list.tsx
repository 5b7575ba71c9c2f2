import { useRef } from 'react'
import type { StreakLeader } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import { streakBadge } from '#domain/leaderboard.ts'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { PlaceRow } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { FlameIcon } from '#web/parts/streak/flame-icon.tsx'
import { flameOf } from '#web/parts/streak/streak-flame.ts'
import { GapRow } from './gap-row.tsx'
import * as classes from './streak-list.module.css'

interface StreakListProps {
  readonly leaders: readonly StreakLeader[]
  readonly user: CurrentUser
  /** How many rows it has at most, the member's own included. */
  readonly length: number
  /** Says the best streak of each, instead of what the member can do today. */
  readonly hasBests?: boolean
}

/** Members by their days in a row. The member's own row stands below those that are shown if it is not among them. */
export function StreakList({ leaders, user, length, hasBests = false }: StreakListProps) {
  const list = useRef<HTMLOListElement>(null)
  const ownPlace = leaders.findIndex(({ id }) => id === user.id)
  const isOwnAmong = ownPlace >= 0 && ownPlace < length
  // Below them stand the gap, if there is one, and the member's own row.
  const shown = leaders.slice(0, isOwnAmong ? length : length - (ownPlace < 0 ? 1 : 2))
  useReorderMotion(
    list,
    shown.map(({ id }) => id),
  )
  const own = isOwnAmong ? null : (leaders[ownPlace] ?? { ...user, rank: null })
  return (
    <AmongPeople people={leaders}>
      <ol ref={list} className={listClasses.list} aria-label="Streak leaders">
        {shown.map((leader) => (
          <li key={leader.id} data-motion-key={leader.id}>
            <Row
              leader={leader}
              fact={hasBests ? bestOf(leader) : leader.id === user.id && todayNote(leader, user)}
              isOwn={leader.id === user.id}
            />
          </li>
        ))}
      </ol>
      {own && (
        <div className={classes.own}>
          <Between own={own.rank} last={shown.length} />
          <span className="visually-hidden">Your place: </span>
          <Row leader={own} fact={hasBests ? bestOf(own) : todayNote(own, user)} isOwn />
        </div>
      )}
    </AmongPeople>
  )
}

function Between({ own, last }: { readonly own: number | null; readonly last: number }) {
  const between = own === null ? 0 : own - last - 1
  return between > 0 ? <GapRow count={between} /> : null
}

type RankedStreak = Omit<StreakLeader, 'rank'> & { readonly rank: number | null }

interface RowProps {
  readonly leader: RankedStreak
  readonly fact: string | false
  readonly isOwn: boolean
}

function Row({ leader, fact, isOwn }: RowProps) {
  const { rank, currentStreak } = leader
  return (
    <PlaceRow
      place={leader}
      isOwn={isOwn}
      tag={rank === null ? null : streakBadge(rank)}
      fact={fact && <span>{fact}</span>}
      score={
        <span className={classes.days} data-flame={flameOf(currentStreak)}>
          <FlameIcon days={currentStreak} />
          {currentStreak.toLocaleString('en-US')}
          <span className="visually-hidden">{currentStreak === 1 ? ' day' : ' days'}</span>
        </span>
      }
    />
  )
}

function bestOf({ longestStreak }: Pick<StreakLeader, 'longestStreak'>): string {
  return `Best ${longestStreak.toLocaleString('en-US')}`
}

/** What a report today does for the member's own streak. */
function todayNote({ currentStreak }: Pick<StreakLeader, 'currentStreak'>, user: CurrentUser): string {
  if (user.hasReportedToday) return 'Today is counted'
  if (!user.todayNeeds) return 'Today needs no report'
  if (currentStreak === 0) return 'Start a streak with one report'
  return `Today makes it ${(currentStreak + 1).toLocaleString('en-US')}`
}
