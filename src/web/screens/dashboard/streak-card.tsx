import { Flame } from 'lucide-react'
import { useRef } from 'react'
import type { StreakLeader } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import { streakBadge } from '#domain/leaderboard.ts'
import { useStreakLeaders } from '#web/api/leaderboard.ts'
import listClasses from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { PlaceRow } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { FlameIcon } from './flame-icon.tsx'
import classes from './streak-card.module.css'
import { flameOf } from './streak-flame.ts'

const skeletonRows = 5

/** The members with the longest streaks. */
export function StreakCard({ user }: { readonly user: CurrentUser }) {
  const query = useStreakLeaders()
  return (
    <Card title="Streak Leaders">
      <QueryState query={query} what="streak leaders" skeleton={<SkeletonRows count={skeletonRows} />}>
        {({ data }) =>
          data.length > 0 ? (
            <Leaders leaders={data} userId={user.id} />
          ) : (
            <EmptyState
              icon={Flame}
              title="No streaks yet"
              text="Report every day to build one. Your first report starts it."
            />
          )
        }
      </QueryState>
    </Card>
  )
}

interface LeadersProps {
  readonly leaders: readonly StreakLeader[]
  readonly userId: string
}

function Leaders({ leaders, userId }: LeadersProps) {
  const list = useRef<HTMLOListElement>(null)
  useReorderMotion(
    list,
    leaders.map(({ id }) => id),
  )
  return (
    <AmongPeople people={leaders}>
      <ol ref={list} className={listClasses.list} aria-label="Streak leaders">
        {leaders.map((leader) => (
          <li key={leader.id} data-motion-key={leader.id}>
            <LeaderOf leader={leader} isOwn={leader.id === userId} />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}

function LeaderOf({ leader, isOwn }: { readonly leader: StreakLeader; readonly isOwn: boolean }) {
  const { currentStreak, longestStreak } = leader
  // The API does not say for other members whether they reported today, so equal streaks get equal flames.
  const flame = flameOf(currentStreak, true)
  return (
    <PlaceRow
      place={leader}
      isOwn={isOwn}
      tag={streakBadge(leader.rank)}
      score={
        <span className={classes.days} data-flame={flame}>
          <FlameIcon flame={flame} />
          {currentStreak.toLocaleString('en-US')}{' '}
          <span className={classes.unit}>{currentStreak === 1 ? 'day' : 'days'}</span>
        </span>
      }
      fact={<span>Best {longestStreak.toLocaleString('en-US')}</span>}
    />
  )
}
