import type { CurrentUser } from '#contract/users.ts'
import { useAchievementProgress } from '#web/api/achievements.ts'
import { useReportCounts, useToday } from '#web/api/interactions.ts'
import { FlameIcon } from '#web/parts/streak/flame-icon.tsx'
import { StatTile, StatTiles } from '#web/ui/stat-tile.tsx'
import { counted } from '#web/ui/time-words.ts'

/** The member's totals and streaks. */
export function Figures({ user }: { readonly user: CurrentUser }) {
  const { currentStreak, longestStreak, hasReportedToday } = user
  const pointsThisWeek = useToday().data?.data.pointsThisWeek ?? 0
  const counts = useReportCounts()
  return (
    <section aria-labelledby="profile-figures">
      <h2 id="profile-figures" className="visually-hidden">
        Your figures
      </h2>
      <StatTiles phone="rows">
        <StatTile label="Total Points" value={user.totalPoints} note={weekNote(pointsThisWeek)} />
        <StatTile
          label="Current Streak"
          value={currentStreak}
          unit={days(currentStreak)}
          icon={<FlameIcon days={currentStreak} />}
          note={streakNote(currentStreak, hasReportedToday)}
        />
        <StatTile label="Best Streak" value={longestStreak} unit={days(longestStreak)} note="All time" />
        <StatTile label="Engagements" value={user.totalEngagements} note={typesNote(counts)} />
        <SharesTile total={user.totalShares} />
      </StatTiles>
    </section>
  )
}

function SharesTile({ total }: { readonly total: number }) {
  const way = useAchievementProgress().data?.data.find(({ id }) => id === 'social_butterfly')
  const left = way?.have != null && way.need != null ? way.need - way.have : 0
  const note = left > 0 ? `${left.toLocaleString('en-US')} more for Social Butterfly` : 'Of your engagements'
  return <StatTile label="Shares" value={total} note={note} />
}

function days(count: number): string {
  return count === 1 ? 'day' : 'days'
}

function weekNote(points: number): string {
  if (points === 0) return 'All time'
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')} this week`
}

function streakNote(currentStreak: number, hasReportedToday: boolean): string {
  if (currentStreak === 0) return 'Your next report starts one'
  return hasReportedToday ? 'Including today' : 'Up to yesterday'
}

/** How many likes and comments are among the reports. */
function typesNote(counts: ReturnType<typeof useReportCounts>): string {
  const { like: likes = 0, comment: comments = 0 } = counts ?? {}
  if (likes + comments === 0) return 'Likes, comments and shares'
  return `${counted(likes, 'like')} · ${counted(comments, 'comment')}`
}
