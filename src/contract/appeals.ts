import type { AppealId, InteractionId, ShareId } from '#domain/ids.ts'
import type { AppealDecision } from '#domain/vocabulary.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { AppealSubject } from './review.ts'

export const appealTextLimit = 500

/** A member's own appeal. */
export interface Appeal {
  readonly id: AppealId
  readonly subject: AppealSubject
  /** Why it was taken back or not accepted. */
  readonly reason: string
  readonly text: string
  readonly createdAt: string
  /** Null while it is open. */
  readonly decision: AppealDecision | null
  readonly decisionReason: string | null
  readonly decidedAt: string | null
}

/** Exactly one of the ids. */
interface NewAppeal {
  readonly interactionId?: InteractionId
  readonly shareId?: ShareId
  readonly text: string
}

/**
 * Appeals against a take-back of the caller's report, or against a share of theirs that was not accepted. 403 for
 * somebody else's, 409 if it still counts or has had its appeal, 410 after 30 days.
 */
export const createAppeal = endpoint<{ body: NewAppeal; answer: Data<Appeal> }>('POST', '/api/appeals')

/** The caller's appeals, newest first. */
export const listOwnAppeals = endpoint<{ answer: ListOf<Appeal> }>('GET', '/api/appeals/mine')
