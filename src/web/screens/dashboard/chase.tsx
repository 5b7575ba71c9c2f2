import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { Track } from '#web/ui/track.tsx'
import * as classes from './chase.module.css'

interface ChaseProps {
  readonly own: LeaderboardEntry
  readonly above: LeaderboardEntry | null
  readonly below: LeaderboardEntry | null
  readonly by: Neighbours<LeaderboardEntry>['by']
}

/** How far the member is on the way from the place behind them to the face of the one ahead. The words say the same. */
export function Chase({ own, above, below, by }: ChaseProps) {
  // The last one starts from nothing, and the first one has arrived.
  const behind = by.toBehind ?? own.totalPoints
  const ahead = by.toNext ?? 0
  return (
    <div className={classes.chase} aria-hidden>
      {below && <span className={classes.from}>#{below.rank.toLocaleString('en-US')}</span>}
      <span className={classes.track}>
        <Track share={behind + ahead > 0 ? behind / (behind + ahead) : 1} />
      </span>
      <UserAvatar person={above ?? own} size={24} />
    </div>
  )
}
