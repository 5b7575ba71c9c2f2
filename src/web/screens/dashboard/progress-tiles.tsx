import { useId, useRef } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { StatTile } from '#web/ui/stat-tile.tsx'
import { FlameIcon } from './flame-icon.tsx'
import classes from './progress-tiles.module.css'
import { flameOf, hasReachedMilestone, streakNote } from './streak-flame.ts'

/** The member's totals and streak. */
export function ProgressTiles({ user }: { readonly user: CurrentUser }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        Your Progress
      </h2>
      <ul className={classes.tiles}>
        <StatTile label="Total Points" value={user.totalPoints} note="All time" />
        <StreakTile user={user} />
        <StatTile label="Engagements" value={user.totalEngagements} note="Likes, comments and shares" />
        <StatTile label="Shares" value={user.totalShares} note="Of your engagements" />
      </ul>
    </section>
  )
}

function StreakTile({ user }: { readonly user: CurrentUser }) {
  const { currentStreak, longestStreak, hasReportedToday } = user
  const milestones = useMilestoneCount(currentStreak)
  const flame = flameOf(currentStreak, hasReportedToday)
  return (
    <StatTile
      label="Day Streak"
      value={currentStreak}
      unit={currentStreak === 1 ? 'day' : 'days'}
      note={streakNote(currentStreak, longestStreak)}
      pulse={milestones}
      tone={flame === 'waiting' || flame === 'unlit' ? 'muted' : 'plain'}
      icon={<FlameIcon flame={flame} />}
    />
  )
}

/** How many streak milestones were reached while the screen was open. */
function useMilestoneCount(streakDays: number): number {
  const seen = useRef({ streakDays, milestones: 0 })
  if (seen.current.streakDays !== streakDays) {
    const isReached = hasReachedMilestone(seen.current.streakDays, streakDays)
    seen.current = { streakDays, milestones: seen.current.milestones + (isReached ? 1 : 0) }
  }
  return seen.current.milestones
}
