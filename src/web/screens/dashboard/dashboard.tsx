import { Loader } from '@mantine/core'
import type { CurrentUser } from '#contract/users.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { Frame } from '#web/parts/frame/frame.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadFailure } from '#web/ui/query-state.tsx'
import { AchievementsCard } from './achievements-card.tsx'
import { ActivityCard } from './activity-card.tsx'
import { ChampionBanner } from './champion-banner.tsx'
import { ContestCard } from './contest-card.tsx'
import classes from './dashboard.module.css'
import { FeedCard } from './feed-card.tsx'
import { Later } from './later.tsx'
import { PointsCard } from './points-card.tsx'
import { ProgressTiles } from './progress-tiles.tsx'
import { TeamCompetition } from './team-competition.tsx'
import { WelcomeCard } from './welcome-card.tsx'

/** The member's home: rank and progress, posts to report, and team activity. */
export function Dashboard() {
  const { user, isError, retry } = useCurrentUser()
  return (
    <Frame>
      <Page title="Dashboard" isHeadingHidden>
        {user && <DashboardOf user={user} />}
        {!user && isError && <LoadFailure text="Your account could not be loaded." onRetry={retry} />}
        {!user && !isError && (
          <div className={classes.loading} role="status">
            <Loader aria-hidden />
            <span className="visually-hidden">Loading your dashboard</span>
          </div>
        )}
      </Page>
    </Frame>
  )
}

function DashboardOf({ user }: { readonly user: CurrentUser }) {
  return (
    <>
      <ChampionBanner userId={user.id} />
      <div className={classes.grid}>
        <div className={classes.side}>
          <ContestCard />
          <WelcomeCard user={user} />
          <PointsCard />
        </div>
        <div className={classes.main}>
          <ProgressTiles user={user} />
          <Later>
            <FeedCard />
            <TeamCompetition user={user} />
            <AchievementsCard user={user} />
            <ActivityCard />
          </Later>
        </div>
      </div>
    </>
  )
}
