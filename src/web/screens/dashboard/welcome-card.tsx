import { Button, Skeleton } from '@mantine/core'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useLeaderboard, useMyRank } from '#web/api/leaderboard.ts'
import { LoadFailure, Loading } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import { DashboardCard } from './dashboard-card.tsx'
import { MonthlyLeaders, MonthlyLeadersSkeleton } from './monthly-leaders.tsx'
import { RankNews } from './rank-news.tsx'
import classes from './welcome-card.module.css'

/** Greets the member with their rank, or with how to get one. */
export function WelcomeCard({ user }: { readonly user: CurrentUser }) {
  const board = useLeaderboard()
  const place = useMyRank()
  const firstName = displayFirstName(user.displayName)
  if (board.data === undefined || place.data === undefined) {
    const isError = board.isError || place.isError
    return (
      <DashboardCard title={`Hello, ${firstName}`} headingLevel={2}>
        {isError ? (
          <LoadFailure
            text="Your place could not be loaded."
            onRetry={() => void Promise.all([board.refetch(), place.refetch()])}
          />
        ) : (
          <Loading what="your place">
            <Skeleton height={44} width={180} />
            <Skeleton height={14} mt={12} width="70%" />
            <MonthlyLeadersSkeleton />
          </Loading>
        )}
      </DashboardCard>
    )
  }
  const own = board.data.data.find((entry) => entry.id === user.id) ?? place.data.data
  if (!own && board.data.total === 0) return <FirstOfAll firstName={firstName} />
  return (
    <DashboardCard title={`${own ? 'Hello' : 'Welcome'}, ${firstName}`} headingLevel={2}>
      {own ? <Place own={own} members={board.data.total} /> : <NotYetPlaced members={board.data.total} />}
      <MonthlyLeaders userId={user.id} />
    </DashboardCard>
  )
}

interface PlaceProps {
  readonly own: LeaderboardEntry
  readonly members: number
}

function Place({ own, members }: PlaceProps) {
  const { rank, totalPoints } = own
  return (
    <>
      <p className={classes.place}>
        <span className={classes.rank}>#{rank.toLocaleString('en-US')}</span> in the team
      </p>
      <p className={classes.text}>
        {counted(totalPoints, 'point')} · {counted(members, 'member')} on the board
      </p>
      <RankNews rank={rank} />
    </>
  )
}

function NotYetPlaced({ members }: { readonly members: number }) {
  return (
    <>
      <p className={classes.text}>
        Your first report puts you on the board, where you join {counted(members, 'teammate')}.
      </p>
      <StartReporting />
    </>
  )
}

function FirstOfAll({ firstName }: { readonly firstName: string }) {
  return (
    <DashboardCard title={`Welcome, ${firstName}`} headingLevel={2}>
      <p className={classes.text}>
        Ovation runs on the <strong>Honor System</strong>: like, comment on or share a company post, then
        report it here. Each report earns points, and you have five minutes to undo it.
      </p>
      <StartReporting />
    </DashboardCard>
  )
}

function StartReporting() {
  return (
    <Button component={ScreenLink} href={paths.socialFeed} fullWidth mt={16} size="md">
      Start reporting interactions
    </Button>
  )
}
