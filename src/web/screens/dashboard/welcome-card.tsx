import { Button, Skeleton } from '@mantine/core'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useLeaderboard, useMyRank } from '#web/api/leaderboard.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure, Loading } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
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
      <Card title={`Hello, ${firstName}`}>
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
      </Card>
    )
  }
  const own = board.data.data.find((entry) => entry.id === user.id) ?? place.data.data
  if (!own && board.data.total === 0) return <FirstOfAll firstName={firstName} />
  return (
    <Card title={`${own ? 'Hello' : 'Welcome'}, ${firstName}`}>
      {own ? <Place own={own} members={board.data.total} /> : <NotYetPlaced members={board.data.total} />}
      <MonthlyLeaders userId={user.id} />
    </Card>
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
    <Card title={`Welcome, ${firstName}`}>
      <p className={classes.text}>
        Ovation runs on the <strong>Honor System</strong>: like, comment on or share a company post, then
        report it here. Each report earns points, and you have five minutes to undo it.
      </p>
      <StartReporting />
    </Card>
  )
}

function StartReporting() {
  return (
    <Button component={ScreenLink} href={paths.socialFeed} fullWidth mt={16} size="md">
      Start reporting interactions
    </Button>
  )
}
