import { Button } from '@mantine/core'
import { Trophy } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { ContestId } from '#domain/ids.ts'
import { ApiError } from '#web/api/client.ts'
import { useContest } from '#web/api/contests.ts'
import { ContestView } from '#web/parts/contest/contest-view.tsx'
import { ContestSkeleton } from '#web/parts/contest/current-contest.tsx'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

interface FinalStandingsProps {
  readonly id: ContestId
  readonly ownId: string | undefined
}

/** A contest that has ended, in full. */
export function FinalStandings({ id, ownId }: FinalStandingsProps) {
  const query = useContest(id)
  if (query.error instanceof ApiError && query.error.status === 404) return <GoneContest />
  return (
    <QueryState query={query} what="final standings" skeleton={<ContestSkeleton />}>
      {({ data }) => <ContestView contest={data} ownId={ownId} />}
    </QueryState>
  )
}

/** Shown where an address names no contest, such as one that has been deleted. */
export function GoneContest() {
  return (
    <EmptyState
      icon={Trophy}
      title="This contest was not found"
      text="It may have been deleted since."
      action={
        <Button component={ScreenLink} href={`${paths.monthlyContests}?tab=past`} variant="default">
          Past champions
        </Button>
      }
    />
  )
}
