import type { Day } from '#domain/days.ts'
import type { AppealId, CheckId, InteractionId, PostId, ShareId, UserId } from '#domain/ids.ts'
import type {
  AppealDecision,
  CheckAnswer,
  CheckCause,
  CheckDecision,
  InteractionType,
  Platform,
  ReportState,
} from '#domain/vocabulary.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { Share } from './shares.ts'
import type { UserCard } from './users.ts'

/** The longest reason that a reviewer writes to a member. */
export const reasonLimit = 280
export const reviewPageSize = 25

/** What a share is for its reviewers. */
export const shareQueues = ['to_review', 'verified', 'not_accepted'] as const
export type ShareQueue = (typeof shareQueues)[number]

/** A submitted share, as reviewers see it. */
export interface ReviewedShare extends Share {
  readonly user: UserCard
  /** What it earns if it is verified now; once it is due, what it earned. */
  readonly worth: number
}

/** The reported post. */
export interface ReportedPost {
  readonly id: PostId
  readonly authorName: string
  readonly content: string
  readonly postUrl: string | null
}

/** A report, as reviewers see it. */
export interface ReviewedReport {
  readonly id: InteractionId
  readonly user: UserCard
  readonly post: ReportedPost
  readonly type: InteractionType
  readonly platform: Platform
  readonly points: number
  readonly reportedAt: string
  readonly state: ReportState
  /** Why a reviewer took it back, and who; null if nobody did. */
  readonly takenBack: { readonly by: UserCard; readonly reason: string; readonly at: string } | null
}

/** A check of a report, as its member and the reviewers see it. */
export interface ReviewedCheck {
  readonly id: CheckId
  readonly user: UserCard
  readonly interaction: {
    readonly id: InteractionId
    readonly type: InteractionType
    readonly platform: Platform
    readonly points: number
    readonly reportedAt: string
  }
  readonly post: ReportedPost
  readonly cause: CheckCause
  readonly askedAt: string
  readonly dueAt: string
  readonly answer: {
    readonly kind: CheckAnswer
    readonly link: string | null
    readonly note: string | null
  } | null
}

/** What an appeal is about. */
export interface AppealSubject {
  readonly type: 'interaction' | 'share'
  readonly id: InteractionId | ShareId
  /** The first words of the post or of the share's message; may be empty. */
  readonly title: string
  readonly platform: Platform
  /** The type of the report; null for a share. */
  readonly report: InteractionType | null
  readonly url: string | null
  /** What it is worth. */
  readonly points: number
}

/** An open appeal, as reviewers see it. */
export interface ReviewedAppeal {
  readonly id: AppealId
  readonly user: UserCard
  readonly subject: AppealSubject
  /** Why it was taken back or not accepted. */
  readonly reason: string
  /** What the member says. */
  readonly text: string
  readonly takenBackBy: UserCard
  /** Whether the caller may decide it. */
  readonly mayDecide: boolean
  readonly createdAt: string
}

export interface ReviewCounts {
  readonly shares: number
  readonly checks: number
  readonly appeals: number
}

interface SharesOfQueues extends ListQuery {
  /** Some of `shareQueues`, separated by commas. */
  readonly status: readonly ShareQueue[]
}

/** Submitted shares, those to review first and oldest first, then the answered ones, newest first. */
export const listReviewShares = endpoint<{
  query: SharesOfQueues
  answer: ListPart<ReviewedShare>
}>('GET', '/api/review/shares')

/** Checks that reviewers may decide, by their due date: those that are overdue, and those answered by a link or a word. */
export const listReviewChecks = endpoint<{ query: ListQuery; answer: ListPart<ReviewedCheck> }>(
  'GET',
  '/api/review/checks',
)

/** Open appeals, oldest first. */
export const listReviewAppeals = endpoint<{ query: ListQuery; answer: ListPart<ReviewedAppeal> }>(
  'GET',
  '/api/review/appeals',
)

interface ReportsQuery extends ListQuery {
  /** Part of a member's display name or username. */
  readonly search?: string
  readonly postId?: PostId
  readonly userId?: UserId
  /** First and last workspace day, both included. */
  readonly from?: Day
  readonly to?: Day
}

/** All reports, newest first. Filters combine. */
export const listReviewReports = endpoint<{ query: ReportsQuery; answer: ListPart<ReviewedReport> }>(
  'GET',
  '/api/review/reports',
)

/** How much waits for the caller. What is the caller's own waits for others. */
export const getReviewCounts = endpoint<{ answer: Data<ReviewCounts> }>('GET', '/api/review/counts')

/** Takes a report back. 403 for one's own, 409 if it is undone, already taken back, or was given back. */
export const takeBackReport = endpoint<{
  params: { id: InteractionId }
  body: { reason: string }
  answer: Data<ReviewedReport>
}>('POST', '/api/review/reports/:id/take-back')

/** Decides an appeal. 403 for one's own, and for whoever took it back while somebody else can decide. */
export const decideAppeal = endpoint<{
  params: { id: AppealId }
  body: { decision: AppealDecision; reason: string }
  answer: Data<{ readonly id: AppealId; readonly decision: AppealDecision }>
}>('POST', '/api/review/appeals/:id/decision')

/** Decides a check. A report is taken back with a reason. */
export const decideCheck = endpoint<{
  params: { id: CheckId }
  body: { decision: CheckDecision; reason: string | null }
  sent: { decision: CheckDecision; reason?: string | null }
  answer: Data<{ readonly id: CheckId; readonly decision: CheckDecision }>
}>('POST', '/api/review/checks/:id/decision')
