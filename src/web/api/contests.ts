import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContest,
  deleteContest,
  getContest,
  getCurrentContest,
  getRace,
  listAnnualWinners,
  listContests,
  listMonthlyContests,
  listPreviousWinners,
  restoreContest,
  updateContest,
} from '#contract/contests.ts'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { getLeaderboard, getStandings, getStandingsAround, type Standing } from '#contract/leaderboard.ts'
import { endOfContest } from '#domain/contests.ts'
import type { ContestId } from '#domain/ids.ts'
import { ApiError, call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

// Winners follow where a contest is over.
const touched = ['contests', 'totals'] as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The running contest, or the next one; `data` is null without one. It is read again when its time is over. */
export function useCurrentContest() {
  return useQuery({
    ...read(getCurrentContest),
    retry: false,
    refetchInterval: ({ state }) => untilNextReadMs(state.data, new Date()),
  })
}

/** Any contest with its figures. One that is gone is refused with 404 at once. */
export function useContest(id: ContestId) {
  return useQuery({ ...read(getContest, { params: { id } }), retry: false })
}

/** Every contest, the current one first. */
export function useContests() {
  return useQuery(read(listContests))
}

/**
 * The standings of a contest, best first, read page by page; `data` holds what has been read so far, each member once.
 * When the contest is gone, the current contest is asked for again.
 */
export function useStandings(contestId: ContestId) {
  return useInfiniteQuery({
    ...useStandingsPages(contestId),
    select: ({ pages }): Standing[] => [
      ...new Map(pages.flatMap((page) => page.data).map((standing) => [standing.id, standing])).values(),
    ],
  })
}

/** How many members have a place in a contest, also those whose pages have not been read. */
export function useStandingsCount(contestId: ContestId): number {
  const { data } = useInfiniteQuery({
    ...useStandingsPages(contestId),
    select: ({ pages }) => pages.at(-1)?.total ?? 0,
  })
  return data ?? 0
}

function useStandingsPages(contestId: ContestId) {
  const queryClient = useQueryClient()
  return infiniteQueryOptions({
    queryKey: [getLeaderboard.path, contestId],
    queryFn: ({ pageParam: offset, signal }) =>
      call(getStandings, { params: { contestId }, query: offset > 0 ? { offset } : {}, signal }).catch(
        (error: unknown) => leaveGoneContest(queryClient, error),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const readSoFar = pages.reduce((sum, page) => sum + page.data.length, 0)
      return last.data.length > 0 && readSoFar < last.total ? readSoFar : null
    },
    refetchInterval: minuteMs,
  })
}

/** The member's own line in a contest with its neighbours. */
export function useStandingsAround(contestId: ContestId) {
  return useQuery({ ...read(getStandingsAround, { params: { contestId } }), refetchInterval: minuteMs })
}

/** How the points of the first five in a contest grew, and those of the signed-in member. */
export function useRace(contestId: ContestId) {
  return useQuery({ ...read(getRace, { params: { id: contestId } }), refetchInterval: minuteMs })
}

/** The champions of the months that are over, the newest first. */
export function usePreviousWinners() {
  return useQuery(read(listPreviousWinners))
}

/** The champions of the years, the newest first. */
export function useAnnualWinners() {
  return useQuery(read(listAnnualWinners))
}

/** Every contest as administrators look after them, the newest first; read anew whenever it is looked at. */
export function useMonthlyContests() {
  return useQuery({ ...read(listMonthlyContests), staleTime: 0, gcTime: 0 })
}

/** Contests that were deleted in the last 30 days, the latest deletion first. */
export function useDeletedContests() {
  const query = { state: 'deleted' } as const
  return useQuery({ ...read(listMonthlyContests, { query }), staleTime: 0, gcTime: 0 })
}

export interface ContestToSave {
  /** Null makes a new one. */
  readonly id: ContestId | null
  readonly fields: BodyOf<typeof createContest>
  /** How a contest that is there was last seen. */
  readonly seen?: BodyOf<typeof updateContest>['seen']
}

/** Creates a contest, or changes one. It settles when the lists have been read again. */
export function useSaveContest() {
  return useWrite(
    ({ id, fields, seen }: ContestToSave) =>
      id === null
        ? call(createContest, { body: fields })
        : call(updateContest, { params: { id }, body: { ...fields, seen } }),
    touched,
  )
}

/** Deletes a contest. It settles when the lists have been read again. */
export function useDeleteContest() {
  return useWrite(({ id }: { readonly id: ContestId }) => call(deleteContest, { params: { id } }), touched)
}

/** Brings a deleted contest back. It settles when the lists have been read again. */
export function useRestoreContest() {
  return useWrite(({ id }: { readonly id: ContestId }) => call(restoreContest, { params: { id } }), touched)
}

function untilNextReadMs(answer: AnswerOf<typeof getCurrentContest> | undefined, now: Date): number | false {
  const contest = answer?.data
  if (!contest) return false
  const leftMs = endOfContest(contest, contest.timeZone).getTime() - now.getTime()
  // Longer than a timer can count it would be none at all.
  return leftMs > 0 ? Math.min(leftMs + 1_000, hourMs) : minuteMs
}

function leaveGoneContest(queryClient: QueryClient, error: unknown): never {
  if (error instanceof ApiError && error.status === 404) {
    void refresh(queryClient, ['contests'])
  }
  throw error
}
