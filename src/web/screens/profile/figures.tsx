import type { CurrentUser } from '#contract/users.ts'
import { StatTile } from '#web/ui/stat-tile.tsx'
import classes from './figures.module.css'

/** The member's totals and streaks. */
export function Figures({ user }: { readonly user: CurrentUser }) {
  const { currentStreak, longestStreak, hasReportedToday } = user
  return (
    <section aria-labelledby="profile-figures">
      <h2 id="profile-figures" className="visually-hidden">
        Your figures
      </h2>
      <ul className={classes.tiles}>
        <StatTile label="Total Points" value={user.totalPoints} note="All time" />
        <StatTile
          label="Current Streak"
          value={currentStreak}
          unit={days(currentStreak)}
          note={streakNote(currentStreak, hasReportedToday)}
        />
        <StatTile label="Best Streak" value={longestStreak} unit={days(longestStreak)} note="All time" />
        <StatTile label="Engagements" value={user.totalEngagements} note="Likes, comments and shares" />
        <StatTile label="Shares" value={user.totalShares} note="Of your engagements" />
      </ul>
    </section>
  )
}

function days(count: number): string {
  return count === 1 ? 'day' : 'days'
}

function streakNote(currentStreak: number, hasReportedToday: boolean): string {
  if (currentStreak === 0) return 'Your next report starts one'
  return hasReportedToday ? 'Today already counts' : 'Up to yesterday'
}
