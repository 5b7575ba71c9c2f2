import { Skeleton } from '@mantine/core'
import { Trophy } from 'lucide-react'
import type { AnnualWinner } from '#contract/contests.ts'
import type { ListedUser, UserCard } from '#contract/users.ts'
import { useAnnualWinners } from '#web/api/contests.ts'
import { useUserCards } from '#web/api/users.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './wall.module.css'
import { WinnerTile } from './winner-tile.tsx'

/** The annual champions, newest first. The current year shows its leader so far. */
export function AnnualWinners({ ownId }: { readonly ownId: string | undefined }) {
  const winners = useAnnualWinners()
  const { users, isError, refetch } = useUserCards(winners.data?.data.map(({ userId }) => userId))
  const query = {
    data: winners.data && users && { winners: winners.data.data, users },
    isError: winners.isError || isError,
    refetch: () => (winners.isError ? winners.refetch() : refetch()),
  }
  return (
    <section aria-labelledby="annual-winners">
      <h2 id="annual-winners" className="visually-hidden">
        Annual Winners
      </h2>
      <QueryState query={query} what="annual winners" skeleton={<AnnualSkeleton />}>
        {(known) =>
          known.winners.length > 0 ? (
            <Winners winners={known.winners} users={known.users} ownId={ownId} />
          ) : (
            <div className={classes.empty}>
              <EmptyState
                icon={Trophy}
                title="No Annual Winners"
                text="The member who wins the most contests of a year shows up here."
              />
            </div>
          )
        }
      </QueryState>
    </section>
  )
}

const formerMember = { username: 'Former member', displayName: 'Former member', avatar: null }

interface WinnersProps {
  readonly winners: readonly AnnualWinner[]
  readonly users: readonly ListedUser[]
  readonly ownId: string | undefined
}

function Winners({ winners, users, ownId }: WinnersProps) {
  const rows = winners.map((winner) => ({
    winner,
    user: users.find(({ id }) => id === winner.userId) ?? { id: winner.userId, ...formerMember },
  }))
  return (
    <AmongPeople people={rows.map(({ user }) => user)}>
      <div className={classes.wall}>
        <ol className={classes.champions} aria-label="Annual winners">
          {rows.map(({ winner, user }) => (
            <li key={winner.id} className={classes.tile}>
              <AnnualTile winner={winner} user={user} isOwn={winner.userId === ownId} />
            </li>
          ))}
        </ol>
      </div>
    </AmongPeople>
  )
}

interface AnnualTileProps {
  readonly winner: AnnualWinner
  readonly user: UserCard
  readonly isOwn: boolean
}

function AnnualTile({ winner, user, isOwn }: AnnualTileProps) {
  const { year, totalPoints, totalMonthsWon, totalEngagements, totalShares } = winner
  const details = [
    `${counted(totalMonthsWon, 'contest')} won`,
    counted(totalEngagements, 'engagement'),
    counted(totalShares, 'share'),
  ]
  const isSoFar = year === new Date().getFullYear()
  return (
    <WinnerTile
      title={isSoFar ? `${year} so far` : String(year)}
      user={user}
      isOwn={isOwn}
      totalPoints={totalPoints}
    >
      <div className={classes.rings} aria-hidden>
        {Array.from({ length: totalMonthsWon }, (_, index) => `ring-${index}`).map((key) => (
          <span key={key} className={classes.ring} />
        ))}
      </div>
      <p className={classes.details}>{details.join(' · ')}</p>
    </WinnerTile>
  )
}

/** As tall as a row of the wall. */
function AnnualSkeleton() {
  return (
    <div className={classes.wall}>
      <Skeleton height={230} radius={14} />
      <Skeleton height={230} radius={14} />
    </div>
  )
}
