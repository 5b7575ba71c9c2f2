import type { CurrentUser } from '#contract/users.ts'
import { LeaderboardCard } from './leaderboard-card.tsx'
import { StreakCard } from './streak-card.tsx'
import classes from './team-competition.module.css'

/** The team's rankings, side by side where there is room. */
export function TeamCompetition({ user }: { readonly user: CurrentUser }) {
  return (
    <div className={classes.box}>
      <div className={classes.cards}>
        <LeaderboardCard user={user} />
        <StreakCard user={user} />
      </div>
    </div>
  )
}
