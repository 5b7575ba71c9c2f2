import { Skeleton } from '@mantine/core'
import type { CurrentContest } from '#contract/contests.ts'
import { useRace } from '#web/api/contests.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import * as classes from './race-card.module.css'
import { RaceChart } from './race-chart.tsx'
import { RaceTable } from './race-table.tsx'

interface RaceCardProps {
  readonly contest: CurrentContest
  readonly ownId: string | undefined
}

/** How the points of the first five and of the member grew from day to day, as a chart and as a table. */
export function RaceCard({ contest, ownId }: RaceCardProps) {
  const query = useRace(contest.id)
  return (
    <Card title="The race" aside="Points by day, top five and you">
      <QueryState query={query} what="race" skeleton={<Skeleton className={classes.skeleton} />}>
        {({ data: race }) => (
          <>
            <RaceChart contest={contest} race={race} ownId={ownId} />
            <details className={classes.table}>
              <summary>Show as a table</summary>
              <RaceTable race={race} ownId={ownId} />
            </details>
          </>
        )}
      </QueryState>
    </Card>
  )
}
