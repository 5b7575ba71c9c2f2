import { Skeleton } from '@mantine/core'
import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import { rowsOf } from '#web/parts/leader/around.ts'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { Movement } from '#web/parts/leader/movement.tsx'
import { useBoard } from '#web/parts/leader/use-board.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Track } from '#web/ui/track.tsx'
import * as classes from './around-card.module.css'

const skeletonRows = 5

interface AroundCardProps {
  readonly window: BoardWindow
  readonly since: MarkedSince
  readonly user: CurrentUser
}

/** The member between the neighbours, with the distances to the next places. */
export function AroundCard({ window, since, user }: AroundCardProps) {
  const { start, around, gained } = useBoard(window, user.id, since)
  return (
    <Card title="Around you">
      <QueryState query={start} what="places around you" skeleton={<AroundSkeleton />}>
        {() =>
          around?.own ? (
            <>
              <Rows rows={rowsOf(around)} ownId={user.id} gained={gained} since={since} />
              <Chase around={around} own={around.own} />
            </>
          ) : (
            <p className={classes.none}>
              {user.isLeftOut
                ? 'You are left out of boards. You earn points all the same.'
                : 'Your first points put you on this board.'}
            </p>
          )
        }
      </QueryState>
    </Card>
  )
}

/** As tall as five rows, the way between two faces and its distances. */
function AroundSkeleton() {
  return (
    <>
      <SkeletonRows count={skeletonRows} height={44} />
      <div className={classes.waiting}>
        <Skeleton height={8} />
        <Skeleton height={12} width="70%" />
      </div>
    </>
  )
}

interface RowsProps {
  readonly rows: readonly LeaderboardEntry[]
  readonly ownId: string
  readonly gained: (entry: LeaderboardEntry) => number
  readonly since: MarkedSince
}

function Rows({ rows, ownId, gained, since }: RowsProps) {
  return (
    <AmongPeople people={rows}>
      <ol className={listClasses.list} aria-label="Around you">
        {rows.map((entry) => (
          <li key={entry.id}>
            <PlaceRow
              place={entry}
              isOwn={entry.id === ownId}
              size="small"
              aside={<Movement places={gained(entry)} since={since} />}
              score={<PointsScore points={entry.totalPoints} />}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}

interface ChaseProps {
  readonly around: Neighbours<LeaderboardEntry>
  readonly own: LeaderboardEntry
}

/** The member's way from the face behind to the face ahead. */
function Chase({ around, own }: ChaseProps) {
  const { above, below, by } = around
  const ahead = above.findLast(({ rank }) => rank < own.rank)
  const behind = below.find(({ rank }) => rank > own.rank)
  if (!ahead && !behind) return null
  const [toNext, toBehind] = [by.toNext ?? 0, by.toBehind ?? own.totalPoints]
  return (
    <>
      <div className={classes.chase} aria-hidden>
        {behind && <UserAvatar person={behind} size={24} />}
        <span className={classes.track}>
          <Track share={toNext + toBehind > 0 ? toBehind / (toNext + toBehind) : 1} />
        </span>
        {ahead && <UserAvatar person={ahead} size={24} />}
      </div>
      <p className={classes.distances}>
        {behind && (
          <span>
            {toBehind === 0 ? 'Level with' : `${toBehind.toLocaleString('en-US')} ahead of`}{' '}
            <FirstName person={behind} />
          </span>
        )}
        {ahead && (
          <b>
            {toNext === 0 ? 'Level with' : `${toNext.toLocaleString('en-US')} to pass`}{' '}
            <FirstName person={ahead} />
          </b>
        )}
      </p>
    </>
  )
}
