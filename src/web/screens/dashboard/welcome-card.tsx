import { Button, Skeleton } from '@mantine/core'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useLeaderboard, useMyRank } from '../../api/leaderboard.ts'
import { LoadFailure, Loading } from '../../components/query-state.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import { RankNews } from './rank-news.tsx'
import classes from './welcome-card.module.css'

/** Greets the member with their place in the team, or with how to get one. */
export function WelcomeCard({ user }: { readonly user: CurrentUser }) {
  const board = useLeaderboard()
  const place = useMyRank()
  const firstName = displayFirstName(user.username)
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
          </Loading>
        )}
      </DashboardCard>
    )
  }
  const own = board.data.data.find((entry) => entry.id === user.id) ?? place.data.data
  if (own)
    return <Place firstName={firstName} rank={own.rank} points={own.totalPoints} members={board.data.total} />
  return board.data.total > 0 ? (
    <NotYetPlaced firstName={firstName} members={board.data.total} />
  ) : (
    <FirstOfAll firstName={firstName} />
  )
}

interface PlaceProps {
  readonly firstName: string
  readonly rank: number
  readonly points: number
  readonly members: number
}

function Place({ firstName, rank, points, members }: PlaceProps) {
  return (
    <DashboardCard title={`Hello, ${firstName}`} headingLevel={2}>
      <p className={classes.place}>
        <span className={classes.rank}>#{rank.toLocaleString('en-US')}</span> in the team
      </p>
      <p className={classes.text}>
        {points.toLocaleString('en-US')} {points === 1 ? 'point' : 'points'} · {membersOnBoard(members)}
      </p>
      <RankNews rank={rank} />
    </DashboardCard>
  )
}

function NotYetPlaced({ firstName, members }: { readonly firstName: string; readonly members: number }) {
  return (
    <DashboardCard title={`Welcome, ${firstName}`} headingLevel={2}>
      <p className={classes.text}>
        Your first report puts you on the board, where you join {members.toLocaleString('en-US')}{' '}
        {members === 1 ? 'teammate' : 'teammates'}.
      </p>
      <StartReporting />
    </DashboardCard>
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

function membersOnBoard(members: number): string {
  return `${members.toLocaleString('en-US')} ${members === 1 ? 'member' : 'members'} on the board`
}
