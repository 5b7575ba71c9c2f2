import type { CapUse } from '#domain/honesty.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import type { InteractionType, Platform } from '#domain/vocabulary.ts'
import type { ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'

interface MyInteraction {
  readonly id: InteractionId
  readonly postId: PostId
  readonly interactionType: InteractionType
  readonly reportedAt: string
}

/** A recent live report, as its owner sees it. */
export interface RecentInteraction extends MyInteraction {
  readonly points: number
  readonly platform: Platform
  readonly authorName: string
}

interface NewReport {
  readonly postId: PostId
  readonly interactionType: InteractionType
  /** If it is sent, the caller's own id. */
  readonly userId?: UserId
}

interface ReportAnswer {
  readonly id: InteractionId
  readonly reportedAt: string
  readonly points: number
  readonly interactionType: InteractionType
  readonly platform: Platform
  /** The use of the day's cap after this report. */
  readonly cap: CapUse
}

export const reportInteraction = endpoint<{ body: NewReport; answer: ReportAnswer }>(
  'POST',
  '/api/social-interactions/honor-report',
)

interface UndoAnswer {
  readonly interactionType: InteractionType
  readonly pointsRemoved: number
}

export const undoInteraction = endpoint<{ params: { id: InteractionId }; answer: UndoAnswer }>(
  'DELETE',
  '/api/social-interactions/honor-report/:id',
)

/** The ten latest live reports of the caller, newest first. */
export const recentInteractions = endpoint<{ answer: ListOf<RecentInteraction> }>(
  'GET',
  '/api/social-interactions/recent',
)

export const recentInteractionsOf = endpoint<{
  params: { userId: UserId }
  answer: ListOf<RecentInteraction>
}>('GET', '/api/social-interactions/recent/:userId')

interface MyInteractions extends ListOf<MyInteraction> {
  /** How many reports of each type have earned points today, and how many may. */
  readonly caps: Readonly<Record<InteractionType, CapUse>>
  /** How many live reports of each type there are in all. */
  readonly counts: Readonly<Record<InteractionType, number>>
  /** Whether `data` has all of them. Otherwise ask for those on single posts. */
  readonly isComplete: boolean
  /** Reports that a reviewer took back: they cannot be made again. */
  readonly takenBack: readonly Pick<MyInteraction, 'postId' | 'interactionType'>[]
}

/** How many reports `myInteractions` has at most without `posts`, and for how many posts it can be asked. */
export const mostOwnReports = 500
export const mostReportedPosts = 50

interface MyInteractionsQuery {
  /** Only reports on these posts, as ids with commas between them. */
  readonly posts?: string
}

/**
 * The live reports of the caller, newest first, so that a card can show what is already reported: the latest 500, or
 * all on up to 50 posts.
 */
export const myInteractions = endpoint<{ query: MyInteractionsQuery; answer: MyInteractions }>(
  'GET',
  '/api/social-interactions/mine',
)
