import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  myInteractions,
  recentInteractions,
  reportInteraction,
  undoInteraction,
} from '#contract/interactions.ts'
import type { InteractionId, PostId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { ApiError, call, isUnauthorized } from './client.ts'
import { refresh } from './query-client.ts'
import { lastUser } from './session.ts'

type RecentInteractions = AnswerOf<typeof recentInteractions>

export interface Report {
  readonly postId: PostId
  readonly interactionType: InteractionType
}

/** The part of the own reports that the browser reads. */
interface MyInteractions {
  readonly data: readonly Report[]
}

interface NewReport extends Report {
  /** Whose post it is, to speak of it when the report has to wait. */
  readonly authorName: string
}

/** The member's latest live reports; asked for only once the member is known. */
export function useRecentInteractions(memberId: string | undefined) {
  return useQuery<RecentInteractions>({
    queryKey: [recentInteractions.path, memberId],
    enabled: memberId !== undefined,
  })
}

/** What the member has reported already, as keys of `reportKey`. */
export function useReported() {
  return useQuery<MyInteractions, Error, ReadonlySet<string>>({
    queryKey: [myInteractions.path],
    select: ({ data }) => new Set(data.map(reportKey)),
  })
}

export function reportKey({ postId, interactionType }: Report): string {
  return `${postId} ${interactionType}`
}

/**
 * Reports an interaction. Nothing moves before the server has answered; then everything it touches is asked anew.
 * `onSignedOut` gets the report if the session turns out to be over.
 */
export function useReportInteraction(onSignedOut: (report: NewReport & { userId: string }) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ postId, interactionType }: NewReport) =>
      call(reportInteraction, { body: { postId, interactionType } }),
    onSuccess: (_, report) => keepReported(queryClient, report),
    onError: (error, report) => {
      if (isAlreadyReported(error)) keepReported(queryClient, report)
      const user = lastUser(queryClient)
      if (isUnauthorized(error) && user) onSignedOut({ ...report, userId: user.id })
    },
    onSettled: () => refreshAfterReport(queryClient),
  })
}

/** Whether a report failed because it stands already: pressed twice, or in another tab. */
export function isAlreadyReported(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

export function useUndoInteraction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { readonly id: InteractionId }) => call(undoInteraction, { params: { id } }),
    onSuccess: (_, { id }) => dropInteraction(queryClient, id),
    onSettled: () => refreshAfterReport(queryClient),
  })
}

/** The button keeps saying "Reported" while the list it stands for is still on its way. */
function keepReported(queryClient: QueryClient, { postId, interactionType }: Report): void {
  const report = { postId, interactionType }
  queryClient.setQueryData<MyInteractions>([myInteractions.path], (known) => {
    if (!known || known.data.some((one) => reportKey(one) === reportKey(report))) return known
    return { data: [report, ...known.data] }
  })
}

function dropInteraction(queryClient: QueryClient, id: InteractionId): void {
  const recent = queryClient.getQueriesData<RecentInteractions>({ queryKey: [recentInteractions.path] })
  const dropped = recent.flatMap(([, known]) => known?.data ?? []).find((one) => one.id === id)
  queryClient.setQueriesData<RecentInteractions>(
    { queryKey: [recentInteractions.path] },
    (known) => known && { data: known.data.filter((one) => one.id !== id) },
  )
  if (!dropped) return
  queryClient.setQueryData<MyInteractions>(
    [myInteractions.path],
    (known) => known && { data: known.data.filter((one) => reportKey(one) !== reportKey(dropped)) },
  )
}

// The report's own answer may outrun the live connection, or the connection may be down: ask without waiting for it.
function refreshAfterReport(queryClient: QueryClient): void {
  void refresh(queryClient, [
    'totals',
    'activities',
    'contests',
    'achievements',
    'streaks',
    'reports',
    'shares',
  ])
}
