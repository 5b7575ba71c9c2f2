import type { ReviewedShare } from '#contract/review.ts'
import type { ShareReview } from '#contract/shares.ts'
import type { ShareStatus } from '#domain/vocabulary.ts'
import { displayMessage } from '#web/api/client.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast, ToastAction } from '#web/ui/toast-queue.ts'

/** How long an answer can be taken back from its toast. */
const undoMs = 8_000

/** What is sent for an answer: whoever sends it must have seen the share as it is. */
export function answerTo(share: ReviewedShare, status: ShareStatus, reason?: string): ShareReview {
  return { status, ...(reason !== undefined && { reason }), seen: { status: share.status } }
}

/** What takes an answer back: the share is again as it was. */
export function undoOf({ status, reason }: ReviewedShare, answered: ShareStatus): ShareReview {
  return { status, ...(reason !== null && { reason }), seen: { status: answered } }
}

const titles: Readonly<Record<ShareStatus, string>> = {
  completed: 'Verified',
  rejected: 'Not accepted',
  pending: 'Back in review',
  approved: 'Back in review',
}

/** Tells what became of some shares, with a way back. */
export function answerToast(shares: readonly ReviewedShare[], status: ShareStatus, undo: () => void): Toast {
  const [first] = shares
  const worth = shares.reduce((sum, share) => sum + share.worth, 0)
  const who = shares.length === 1 && first ? first.user.displayName : counted(shares.length, 'share')
  return {
    kind: 'success',
    title: titles[status],
    description: status === 'completed' ? `${who} · ${counted(worth, 'point')}` : who,
    durationMs: undoMs,
    isKept: true,
    action: undoAction(undo),
  }
}

function undoAction(run: () => void): ToastAction {
  return { label: 'Undo', run }
}

export const undoneToast: Toast = { kind: 'success', title: 'Answer taken back' }

export function undoFailedToast(error: unknown): Toast {
  return {
    kind: 'destructive',
    title: 'The answer could not be taken back',
    description: displayMessage(error),
  }
}
