import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ListPart, ListQuery } from '#contract/answers.ts'
import type { BodyOf, Endpoint, QueryOf, SentOf } from '#contract/endpoint.ts'
import {
  decideAppeal,
  decideCheck,
  getReviewCounts,
  listReviewAppeals,
  listReviewChecks,
  listReviewReports,
  listReviewShares,
  type ShareQueue,
  takeBackReport,
} from '#contract/review.ts'
import { reviewShare } from '#contract/shares.ts'
import type { Topic } from '#contract/topics.ts'
import type { AppealId, CheckId, InteractionId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import type { ShareToReview } from './shares.ts'
import { useWrite } from './write.ts'

/** How long an answered row takes to leave its list, in milliseconds. */
export const rowLeavesMs = 200

const changed: readonly Topic[] = [
  'review',
  'shares',
  'reports',
  'checks',
  'appeals',
  'totals',
  'streaks',
  'activities',
  'achievements',
]

/** How much waits for the reviewer. */
export function useReviewCounts() {
  return useQuery(read(getReviewCounts))
}

/** The shares of one queue, page by page. */
export function useReviewShares(queue: ShareQueue) {
  return useInfiniteQuery(pagesOf(listReviewShares, { status: [queue] }))
}

export function useReviewChecks() {
  return useInfiniteQuery(pagesOf(listReviewChecks, {}))
}

export function useReviewAppeals() {
  return useInfiniteQuery(pagesOf(listReviewAppeals, {}))
}

/** All reports that match, page by page. The ones before stay while others load. */
export function useReviewReports(filters: Partial<QueryOf<typeof listReviewReports>>) {
  return useInfiniteQuery({
    ...pagesOf(listReviewReports, filters),
    placeholderData: keepPreviousData,
  })
}

/** Answers a share. The lists are read again once its row has left. */
export function useAnswerShare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, review }: ShareToReview) => call(reviewShare, { params: { id }, body: review }),
    onSettled: () => refreshLater(client),
  })
}

/** Decides a check. The lists are read again once its row has left. */
export function useDecideCheck() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: CheckId } & SentOf<typeof decideCheck>) =>
      call(decideCheck, { params: { id }, body }),
    onSettled: () => refreshLater(client),
  })
}

/** Decides an appeal. The lists are read again once its row has left. */
export function useDecideAppeal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: AppealId } & BodyOf<typeof decideAppeal>) =>
      call(decideAppeal, { params: { id }, body }),
    onSettled: () => refreshLater(client),
  })
}

/** Takes a report back. Settles when the list has been read again. */
export function useTakeBackReport() {
  return useWrite(
    ({ id, reason }: { readonly id: InteractionId; readonly reason: string }) =>
      call(takeBackReport, { params: { id }, body: { reason } }),
    changed,
  )
}

function refreshLater(client: QueryClient): void {
  setTimeout(() => void refresh(client, changed), rowLeavesMs)
}

function pagesOf<Query extends ListQuery, Item>(
  endpoint: Endpoint<{ query: Query; answer: ListPart<Item> }>,
  query: Partial<Query>,
) {
  return infiniteQueryOptions({
    queryKey: [endpoint.path, query],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { query: pageParam === '' ? query : { ...query, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
