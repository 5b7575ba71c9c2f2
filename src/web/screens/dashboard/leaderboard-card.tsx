import { Button, Skeleton } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { EmptyBoard } from '#web/parts/leader/empty-board.tsx'
import { PlaceRow } from '#web/parts/leader/leader-row.tsx'
import { UpdatedAt } from '#web/parts/leader/updated-at.tsx'
import { useBoard } from '#web/parts/leader/use-board.ts'
import { useBoardWindow } from '#web/parts/leader/use-board-window.ts'
import { WindowSegments } from '#web/parts/leader/window-segments.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { Board } from './board.tsx'
import { mostRows } from './board-places.ts'
import { GapRow } from './gap-row.tsx'
import * as classes from './leaderboard-card.module.css'

const skeletonRows = 5

/** The best three and the member's own place, updated live, with a link to the whole board. */
export function LeaderboardCard({ user }: { readonly user: CurrentUser }) {
  const [window, choose] = useBoardWindow()
  const { start, around, gained } = useBoard(window, user.id)
  const members = start.data?.total ?? 0
  return (
    <Card
      section="Team Competition"
      title="Team Leaderboard"
      aside={start.data && <UpdatedAt atMs={start.dataUpdatedAt} />}
      foot={
        members > 0 && (
          <Button
            component={ScreenLink}
            href={window === 'all' ? paths.leaderboard : `${paths.leaderboard}?window=${window}`}
            variant="subtle"
            size="xs"
            rightSection={<ArrowRight size={15} aria-hidden />}
          >
            View Full Leaderboard ({members.toLocaleString('en-US')})
          </Button>
        )
      }
    >
      <div className={classes.windows}>
        <WindowSegments value={window} onChange={choose} />
      </div>
      <QueryState query={start} what="leaderboard" skeleton={<BoardSkeleton />}>
        {({ data, isPreparing }) =>
          data.length > 0 ? (
            <>
              <Board key={window} page={data} ownId={user.id} around={around} gained={gained} />
              {window === 'all' && user.totalPoints === 0 && !user.isLeftOut && (
                <NextPlace user={user} members={members} />
              )}
            </>
          ) : (
            <EmptyBoard isPreparing={isPreparing} />
          )
        }
      </QueryState>
    </Card>
  )
}

interface NextPlaceProps {
  readonly user: CurrentUser
  /** How many are on the board. */
  readonly members: number
}

/** The place that waits for a member without points, below those who have some. */
function NextPlace({ user, members }: NextPlaceProps) {
  const between = members - mostRows
  return (
    <div className={classes.next}>
      {between > 0 && <GapRow count={between} />}
      <span className="visually-hidden">Free for you: </span>
      <PlaceRow
        place={{ ...user, rank: members + 1 }}
        isOwn
        score={<span className={classes.first}>First report</span>}
      />
    </div>
  )
}

function BoardSkeleton() {
  return (
    <>
      {/* Below it is the room of the podium. */}
      <Skeleton height={16} width="40%" mb={186} />
      <SkeletonRows count={skeletonRows} height={52} />
    </>
  )
}
