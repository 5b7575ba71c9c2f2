import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Trophy } from 'lucide-react'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useLeaderboard, useMyRank } from '#web/api/leaderboard.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { absoluteTime, updatedText } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { LeaderList } from './leader-list.tsx'

const fullLeaderboard = lazyDialog(async () => (await import('./full-leaderboard.tsx')).FullLeaderboard)
const topRows = 10
const skeletonRows = 5

/** The top of the leaderboard, updated live, with a button that opens all of it. */
export function LeaderboardCard({ user }: { readonly user: CurrentUser }) {
  const board = useLeaderboard()
  const [isFullOpen, { open, close }] = useDisclosure(false)
  const members = board.data?.total ?? 0
  return (
    <Card
      section="Team Competition"
      title="Team Leaderboard"
      aside={board.data && <LastUpdated atMs={board.dataUpdatedAt} />}
      foot={
        members > 0 && (
          <Button
            variant="subtle"
            size="xs"
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
    </Card>
  )
}

function Top({ page, userId }: { readonly page: LeaderboardPage; readonly userId: string }) {
  const place = useMyRank()
  if (page.data.length === 0) {
    return <EmptyState icon={Trophy} title="Nobody is on the board yet" text="The first report opens it." />
  }
  const own = page.data.find((entry) => entry.id === userId) ?? place.data?.data ?? null
  return (
    <LeaderList entries={page.data.slice(0, topRows)} label="Team leaderboard" ownId={userId} own={own} />
  )
}

function LastUpdated({ atMs }: { readonly atMs: number }) {
  const updatedAt = new Date(atMs)
  const now = useMinute()
  return <span title={absoluteTime(updatedAt.toISOString())}>{updatedText(updatedAt, now)}</span>
}

function BoardSkeleton() {
  return (
    <>
      <Skeleton height={16} width="40%" mb={8} />
      <SkeletonRows count={skeletonRows} />
    </>
  )
}
