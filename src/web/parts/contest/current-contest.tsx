import { Skeleton } from '@mantine/core'
import { useCurrentContest } from '#web/api/contests.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ContestView } from './contest-view.tsx'
import classes from './current-contest.module.css'
import { NoContest } from './no-contest.tsx'

/** The running contest, or the next one, in full. */
export function CurrentContest({ ownId }: { readonly ownId: string | undefined }) {
  const query = useCurrentContest()
  return (
    <div className={query.data?.data ? undefined : classes.box}>
      <QueryState query={query} what="current contest" skeleton={<ContestSkeleton />}>
        {({ data }) => (data ? <ContestView contest={data} ownId={ownId} /> : <NoContest />)}
      </QueryState>
    </div>
  )
}

function ContestSkeleton() {
  return (
    <>
      <Skeleton height={20} width="40%" mb={12} />
      <Skeleton height={8} mb={12} />
      <SkeletonRows count={5} />
    </>
  )
}
