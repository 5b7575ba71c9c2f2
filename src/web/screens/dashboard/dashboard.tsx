import { Skeleton } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { OpenChecks } from '#web/parts/check/open-checks.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { useSetupCard } from '#web/parts/setup/use-setup-card.ts'
import { TodayStage } from '#web/parts/today/today-stage.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadFailure } from '#web/ui/query-state.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import { ChampionBanner, useChampionNews } from './champion-banner.tsx'
import { ContestCard } from './contest-card.tsx'
import { DashboardLayout, useDashboardWidth } from './dashboard-layout.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FeedCard } from './feed-card.tsx'
import { ProgressTiles } from './progress-tiles.tsx'
import { useLater } from './use-later.ts'
import { useNewsKnown } from './use-news-known.ts'
import { WelcomeCard } from './welcome-card.tsx'

const SetupCard = lazyPart(async () => (await import('#web/parts/setup/setup-card.tsx')).SetupCard, {
  waiting: <Skeleton height={500} mb={16} radius="lg" />,
  failed: null,
})
// Below the first screenful: their scripts follow the first paint.
const LeaderboardCard = lazyPart(async () => (await import('./leaderboard-card.tsx')).LeaderboardCard)
const StreakCard = lazyPart(async () => (await import('./streak-card.tsx')).StreakCard)
const AchievementsCard = lazyPart(async () => (await import('./achievements-card.tsx')).AchievementsCard)
const ActivityCard = lazyPart(async () => (await import('./activity-card.tsx')).ActivityCard)
const QuestCard = lazyPart(async () => (await import('./quest-card.tsx')).QuestCard)
const PointsCard = lazyPart(async () => (await import('./points-card.tsx')).PointsCard)

/** The member's home: what waits today, rank and progress, posts to report, and team activity. */
export function Dashboard() {
  const { user, isError, retry } = useCurrentUser()
  const isNewsKnown = useNewsKnown()
  const hasSetup = useSetupCard(user?.role === 'admin')
  // Everything below renders in slices, so that the frame answers meanwhile.
  const isReady = useDeferredValue(isNewsKnown && hasSetup !== null)
  return (
    <Frame>
      <Page title="Dashboard" isHeadingHidden>
        {user && isReady && hasSetup && <SetupCard user={user} hasPrimary />}
        {user && isReady && <DashboardOf user={user} hasSetup={hasSetup === true} />}
        {!user && isError && <LoadFailure text="Your account could not be loaded." onRetry={retry} />}
        {(user ? !isReady : !isError) && <DashboardSkeleton />}
      </Page>
    </Frame>
  )
}

interface DashboardOfProps {
  readonly user: CurrentUser
  readonly hasSetup: boolean
}

function DashboardOf({ user, hasSetup }: DashboardOfProps) {
  const width = useDashboardWidth()
  // The first report moves nothing that the member is looking at.
  const [isNew] = useState(user.totalEngagements === 0)
  const isLater = useLater()
  const isIdle = useIdle()
  const winner = useChampionNews(user)
  const news = winner && <ChampionBanner winner={winner} user={user} />
  const isOwnWin = winner?.user.id === user.id
  const isPhone = width === 'phone'
  const isOneColumn = isPhone || width === 'tablet'
  // In sight from the start.
  const hasThird = width === 'three-columns'
  return (
    <>
      {isOwnWin && news}
      <DashboardLayout
        width={width}
        isFeedFirst={isNew}
        news={!isOwnWin && news}
        today={
          <>
            <OpenChecks />
            <TodayStage size="wide" />
          </>
        }
        welcome={<WelcomeCard user={user} isShort={isPhone} />}
        progress={<ProgressTiles user={user} />}
        feed={<FeedCard hasPrimary={!isOwnWin && !hasSetup} isBeginning={isPhone && !isLater} />}
        contest={(isLater || !isPhone) && <ContestCard isAdmin={user.role === 'admin'} />}
        board={isLater && <LeaderboardCard user={user} />}
        streaks={(isIdle || hasThird) && <StreakCard user={user} />}
        achievements={(isIdle || hasThird) && <AchievementsCard user={user} />}
        activity={isIdle && <ActivityCard />}
        quest={isLater && <QuestCard />}
        points={(isIdle || !isOneColumn) && <PointsCard />}
      />
    </>
  )
}
