import type { UserId } from './ids.ts'
import type { Role } from './vocabulary.ts'

/** How long a member may appeal, counted from the decision. */
export const appealWindowMs = 30 * 86_400_000

/** The last moment for an appeal against a decision. */
export function appealUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + appealWindowMs)
}

/** What decides who may decide an appeal. */
export interface AppealCase {
  /** Who appeals. */
  readonly userId: UserId
  /** Who took it back. */
  readonly reviewerId: UserId
  /** How many other members may decide: reviewers who are neither of the two. */
  readonly otherReviewers: number
}

/**
 * Whether a reviewer may decide an appeal: nobody their own, and whoever took it back only if they are an administrator
 * and nobody else can.
 */
export function mayDecideAppeal(
  { userId, reviewerId, otherReviewers }: AppealCase,
  decider: { readonly id: UserId; readonly role: Role },
): boolean {
  if (decider.id === userId) return false
  return decider.id !== reviewerId || (decider.role === 'admin' && otherReviewers === 0)
}
