import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  myInteractions,
  type RecentInteraction,
  recentInteractions,
  recentInteractionsOf,
  reportInteraction,
  undoInteraction,
} from '#contract/interactions.ts'
import { getToday } from '#contract/today.ts'
import type { CapUse } from '#domain/honesty.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { knowEarned } from './achievements.ts'
import { ApiError, call, isUnauthorized } from './client.ts'
import { madeHere } from './own-acts.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import { lastUser } from './session.ts'

export interface Report {
  readonly postId: PostId
  readonly interactionType: InteractionType
}

/** When a report was made, and by which id it is undone. Both are null until the server has listed a report made elsewhere. */
export interface OwnReport {
  readonly id: InteractionId | null
  readonly reportedAt: string | null
}

/** The member's live reports by `reportKey`. */
export type Reported = ReadonlyMap<string, OwnReport>

/** The member's reports, as far as the browser needs them. A new report is added before the server lists it. */
export const reportedQuery = queryOptions({
  queryKey: [myInteractions.path],
  queryFn: ({ signal }): Promise<OwnReports> => call(myInteractions, { signal }),
})

export type OwnReports = Omit<AnswerOf<typeof myInteractions>, 'data'> & {
  readonly data: readonly (Report & OwnReport)[]
}

export interface ReportToUndo extends Report {
  readonly id: InteractionId
}

interface NewReport extends Report {
  /** Names the post if the report has to wait. */
  readonly authorName: string
}

/** The member's latest live reports; asked for only once the member is known. */
export function useRecentInteractions(memberId: UserId | undefined) {
  return useQuery({
    ...read(recentInteractionsOf, { params: memberId && { userId: memberId } }),
    enabled: memberId !== undefined,
  })
}

/** The member's live reports: all, or the latest few hundred. `useReportedOn` also has the older ones on given posts. */
export function useReported() {
  return useQuery({ ...reportedQuery, select: latestByKey })
}

function latestByKey({ data }: OwnReports): Reported {
  return byKey(data)
}

/** How many live reports of each type the member has. */
export function useReportCounts(): OwnReports['counts'] | undefined {
  return useQuery({ ...reportedQuery, select: countsOf }).data
}

function countsOf({ counts }: OwnReports) {
  return counts
}

interface ReportLimits {
  /** How many reports of its type have earned today, and how many may. */
  readonly cap: CapUse
  /** Whether a reviewer took it back, so that it cannot be made again. */
  readonly isTakenBack: boolean
}

/** What limits a report; undefined until it is known. */
export function useReportLimits(report: Report): ReportLimits | undefined {
  const select = ({ caps, takenBack }: OwnReports) => ({
    cap: caps[report.interactionType],
    isTakenBack: takenBack.some((one) => reportKey(one) === reportKey(report)),
  })
  return useQuery({ ...reportedQuery, refetchOnMount: false, select }).data
}

export function byKey(reports: readonly (Report & OwnReport)[]): Reported {
  return new Map(reports.map((report) => [reportKey(report), report]))
}

/** So that a window that stays open notices the next day. */
const todayRefetchInterval = 5 * 60_000

/** What waits for the member today, and how their week goes. */
export function useToday() {
  return useQuery({ ...read(getToday), refetchInterval: todayRefetchInterval })
}

export function reportKey({ postId, interactionType }: Report): string {
  return `${postId} ${interactionType}`
}

/**
 * Reports an interaction. Nothing changes before the server has answered. Then all lists that show it are read again.
 * `onSignedOut` gets the report if the session turns out to be over.
 */
export function useReportInteraction(onSignedOut: (report: NewReport & { userId: string }) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ postId, interactionType }: NewReport) => {
      const user = lastUser(queryClient)
      if (user) await knowEarned(queryClient, user.id)
      const body = { postId, interactionType, userId: user?.id }
      return madeHere('POINT_UPDATE', body, () => call(reportInteraction, { body }))
    },
    onSuccess: (answer, report) => keepReported(queryClient, report, answer, answer.cap),
    onError: (error, report) => {
      if (isAlreadyReported(error)) keepReported(queryClient, report, unknownReport)
      const user = lastUser(queryClient)
      if (isUnauthorized(error) && user) onSignedOut({ ...report, userId: user.id })
    },
    onSettled: () => refreshAfterReport(queryClient),
  })
}

/** Whether a report failed because it exists already: pressed twice, or in another tab. */
export function isAlreadyReported(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

export function useUndoInteraction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (report: ReportToUndo) =>
      madeHere('POINT_REMOVAL', report, () => call(undoInteraction, { params: { id: report.id } })),
    onSuccess: ({ pointsRemoved }, report) => dropInteraction(queryClient, report, pointsRemoved > 0),
    onSettled: () => refreshAfterReport(queryClient),
  })
}

const unknownReport: OwnReport = { id: null, reportedAt: null }

/** Keeps the button at done until the list has been read again. */
function keepReported(
  queryClient: QueryClient,
  { postId, interactionType }: Report,
  own: OwnReport,
  cap?: CapUse,
): void {
  const { id, reportedAt } = own
  const report = { postId, interactionType, id, reportedAt }
  queryClient.setQueriesData<OwnReports>({ queryKey: reportedQuery.queryKey }, (known) => {
    if (!known || known.data.some((one) => reportKey(one) === reportKey(report))) return known
    const caps = cap ? { ...known.caps, [interactionType]: cap } : known.caps
    const counts = { ...known.counts, [interactionType]: known.counts[interactionType] + 1 }
    return { ...known, caps, counts, data: [report, ...known.data] }
  })
}

function dropInteraction(
  queryClient: QueryClient,
  { id, ...report }: ReportToUndo,
  hasEarned: boolean,
): void {
  queryClient.setQueriesData<{ data: readonly RecentInteraction[] }>(
    { queryKey: [recentInteractions.path] },
    (known) => known && { data: known.data.filter((one) => one.id !== id) },
  )
  queryClient.setQueriesData<OwnReports>({ queryKey: reportedQuery.queryKey }, (known) => {
    if (!known) return known
    const { earned, cap } = known.caps[report.interactionType]
    // What it earned is free again.
    const left = { earned: Math.max(0, earned - (hasEarned ? 1 : 0)), cap }
    const data = known.data.filter((one) => reportKey(one) !== reportKey(report))
    const counts = { ...known.counts, [report.interactionType]: known.counts[report.interactionType] - 1 }
    return { ...known, caps: { ...known.caps, [report.interactionType]: left }, counts, data }
  })
}

// Does not wait for the live message, which may be late or lost.
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
