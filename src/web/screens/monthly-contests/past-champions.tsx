import { Trophy } from 'lucide-react'
import { useEffect } from 'react'
import type { MonthlyWinner } from '#contract/contests.ts'
import { usePreviousWinners } from '#web/api/contests.ts'
import { rememberChampion } from '#web/parts/contest/champion-news.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { monthName } from '#web/ui/time-words.ts'
import classes from './winner-list.module.css'
import { WinnerRow } from './winner-row.tsx'

/** The champions of past months, newest first. */
export function PastChampions({ ownId }: { readonly ownId: string | undefined }) {
  const query = usePreviousWinners()
  const newest = query.data?.[0]
  useEffect(() => {
    if (ownId && newest) rememberChampion(ownId, newest)
  }, [ownId, newest])
  return (
    <section className={classes.card} aria-labelledby="past-champions">
      <h2 id="past-champions" className="visually-hidden">
        Past Champions
      </h2>
      <QueryState query={query} what="past champions" skeleton={<SkeletonRows count={4} height={72} />}>
        {(winners) =>
          winners.length > 0 ? (
            <AmongPeople people={winners.map(({ user }) => user)}>
              <ol className={classes.list} aria-label="Past champions">
                {winners.map((winner) => (
                  <li key={winner.id}>
                    <WinnerRow when={monthOf(winner)} user={winner.user} totals={winner} />
                  </li>
                ))}
              </ol>
            </AmongPeople>
          ) : (
            <EmptyState
              icon={Trophy}
              title="No Past Champions"
              text="When a contest ends, its champion shows up here."
            />
          )
        }
      </QueryState>
    </section>
  )
}

function monthOf({ month, year }: MonthlyWinner): string {
  return `${monthName(month)} ${year}`
}
