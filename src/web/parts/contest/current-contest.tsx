import { Skeleton } from '@mantine/core'
import { useCurrentContest } from '#web/api/contests.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { ContestView } from './contest-view.tsx'
import * as classes from './current-contest.module.css'
import { NoContest } from './no-contest.tsx'

/** The running contest, or the next one, in full. */
export function CurrentContest({ ownId }: { readonly ownId: string | undefined }) {
  const query = useCurrentContest()
  const isPlain = query.data?.data || (!query.data && !query.isError)
  return (
    <div className={isPlain ? undefined : classes.box}>
      <QueryState query={query} what="current contest" skeleton={<ContestSkeleton />}>
        {({ data }) => (data ? <ContestView contest={data} ownId={ownId} /> : <NoContest />)}
      </QueryState>
    </div>
  )
}

/** As tall as a loaded contest: its head, the figures and the podium. */
export function ContestSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton className={classes.head} />
      <Skeleton className={classes.figures} />
      <Skeleton className={classes.podium} />
    </div>
  )
}
