import { useQuery } from '@tanstack/react-query'
import { listContestBuilds } from '#contract/contests.ts'
import { donePercent } from '#domain/contest-builds.ts'
import type { ContestId } from '#domain/ids.ts'
import { read } from './read.ts'

const secondMs = 1_000

/** How many percent of the new standings of each contest are done, by its id. Read each second while there are some. */
export function useContestBuilds(): ReadonlyMap<ContestId, number> {
  const { data } = useQuery({
    ...read(listContestBuilds),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.length ? secondMs : false),
  })
  return new Map(
    data?.data.map(({ contestId, membersDone, membersInAll }) => [
      contestId,
      donePercent(membersDone, membersInAll),
    ]),
  )
}
