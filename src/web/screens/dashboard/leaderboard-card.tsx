import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Trophy } from 'lucide-react'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useLeaderboard, useMyRank } from '../../api/leaderboard.ts'
import { lazyDialog } from '../../components/lazy-dialog.tsx'
import { LeaderList } from '../../components/leader-list.tsx'
import { EmptyState, QueryState, SkeletonRows } from '../../components/query-state.tsx'
import { leaderboardLastUpdatedText } from '../../fixed-texts.ts'
import { absoluteTime } from '../../relative-time.ts'
import { DashboardCard } from './dashboard-card.tsx'

const fullLeaderboard = lazyDialog(async () => (await import('./full-leaderboard.tsx')).FullLeaderboard)
const topRows = 10
const skeletonRows = 5

/** The top of the team's board as it moves, and the whole of it behind a button. */
export function LeaderboardCard({ user }: { readonly user: CurrentUser }) {
  const board = useLeaderboard()
  const [isFullOpen, { open, close }] = useDisclosure(false)
  const members = board.data?.total ?? 0
  return (
    <DashboardCard
      title="Team Leaderboard"
      headingLevel={3}
      note={board.data && <LastUpdated atMs={board.dataUpdatedAt} />}
      footer={
        members > 0 && (
          <Button
            variant="default"
            fullWidth
            size="md"
            onClick={open}
            {...fullLeaderboard.onIntent}
            aria-haspopup="dialog"
          >
            View Full Leaderboard ({members.toLocaleString('en-US')})
          </Button>
        )
      }
    >
      <QueryState query={board} what="leaderboard" skeleton={<BoardSkeleton />}>
        {(page) => <Top page={page} userId={user.id} />}
      </QueryState>
      <fullLeaderboard.Dialog isOpen={isFullOpen} onClose={close} userId={user.id} />
    </DashboardCard>
  )
}

function Top({ page, userId }: { readonly page: LeaderboardPage; readonly userId: string }) {
  const place = useMyRank()
  if (page.data.length === 0) {
    return (
      <EmptyState
        icon={Trophy}
        title="Nobody is on the board yet"
        text="The first report of an interaction opens it."
      />
    )
  }
  const own = page.data.find((entry) => entry.id === userId) ?? place.data?.data ?? null
  return (
    <LeaderList entries={page.data.slice(0, topRows)} label="Team leaderboard" ownId={userId} own={own} />
  )
}

function LastUpdated({ atMs }: { readonly atMs: number }) {
  const at = absoluteTime(new Date(atMs).toISOString())
  return (
    <span title={`Updated ${at}`}>
      Last updated: {leaderboardLastUpdatedText}
      <span className="visually-hidden"> (in fact {at})</span>
    </span>
  )
}

function BoardSkeleton() {
  return (
    <>
      <Skeleton height={16} width="40%" mb={8} />
      <SkeletonRows count={skeletonRows} />
    </>
  )
}
