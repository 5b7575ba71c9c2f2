import { Trophy } from 'lucide-react'
import type { AnnualWinner } from '#contract/contests.ts'
import type { ListedUser, UserCard } from '#contract/users.ts'
import { useAnnualWinners } from '#web/api/contests.ts'
import { useUsers } from '#web/api/users.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import classes from './winner-list.module.css'
import { WinnerRow } from './winner-row.tsx'

/** The annual champions, newest first. The current year shows its leader so far. */
export function AnnualWinners({ ownId }: { readonly ownId: string | undefined }) {
  const winners = useAnnualWinners()
  const users = useUsers()
  const query = {
    data: winners.data && users.data && { winners: winners.data.data, users: users.data.data },
    isError: winners.isError || users.isError,
    refetch: () => Promise.all([winners.refetch(), users.refetch()]),
  }
  return (
    <section className={classes.card} aria-labelledby="annual-winners">
      <h2 id="annual-winners" className="visually-hidden">
        Annual Winners
      </h2>
      <QueryState query={query} what="annual winners" skeleton={<SkeletonRows count={2} height={72} />}>
        {(known) =>
          known.winners.length > 0 ? (
            <Winners winners={known.winners} users={known.users} ownId={ownId} />
          ) : (
            <EmptyState
              icon={Trophy}
              title="No Annual Winners"
              text="The member who wins the most months of a year shows up here."
            />
          )
        }
      </QueryState>
    </section>
  )
}

const formerMember: Omit<UserCard, 'id'> = {
  username: 'Former member',
  displayName: 'Former member',
  avatar: null,
}

interface WinnersProps {
  readonly winners: readonly AnnualWinner[]
  readonly users: readonly ListedUser[]
  readonly ownId: string | undefined
}

function Winners({ winners, users, ownId }: WinnersProps) {
  const thisYear = new Date().getFullYear()
  const rows = winners.map((winner) => ({
    winner,
    user: users.find(({ id }) => id === winner.userId) ?? { id: winner.userId, ...formerMember },
  }))
  return (
    <AmongPeople people={rows.map(({ user }) => user)}>
      <ol className={classes.list} aria-label="Annual winners">
        {rows.map(({ winner, user }) => (
          <li key={winner.id}>
            <WinnerRow
              when={String(winner.year)}
              note={winner.year === thisYear ? 'so far' : undefined}
              user={user}
              isOwn={winner.userId === ownId}
              monthsWon={winner.totalMonthsWon}
              totals={winner}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}
