import type { ReviewedShare } from '#contract/review.ts'
import type { ShareStatus } from '#domain/vocabulary.ts'
import { inBulk } from '#web/api/bulk.ts'
import { useAnswerShare } from '#web/api/review.ts'
import { toast } from '#web/ui/toasts.ts'
import { answerTo, answerToast, undoFailedToast, undoneToast, undoOf } from './answer-words.ts'
import type { Queue } from './use-queue.ts'

export interface ShareAnswers {
  readonly answer: (share: ReviewedShare, status: ShareStatus, reason?: string) => Promise<void>
  /** Verifies several. Those that fail say why in their rows. */
  readonly verifyAll: (shares: readonly ReviewedShare[]) => Promise<void>
}

/** Answers shares, and takes answers back from the toast that tells of them. */
export function useShareAnswers(queue: Queue<ReviewedShare>): ShareAnswers {
  const { mutateAsync } = useAnswerShare()

  async function undo(shares: readonly ReviewedShare[], answered: ShareStatus): Promise<void> {
    try {
      for (const share of shares) await mutateAsync({ id: share.id, review: undoOf(share, answered) })
      queue.comeBack(shares)
      toast(undoneToast)
    } catch (error) {
      toast(undoFailedToast(error))
    }
  }

  const tell = (shares: readonly ReviewedShare[], status: ShareStatus) =>
    toast(answerToast(shares, status, () => void undo(shares, status)))

  return {
    answer: async (share, status, reason) => {
      const send = () => mutateAsync({ id: share.id, review: answerTo(share, status, reason) })
      if (await queue.answer(share, send)) tell([share], status)
    },
    verifyAll: async (shares) => {
      const send = (share: ReviewedShare) =>
        mutateAsync({ id: share.id, review: answerTo(share, 'completed') })
      const { done, failed } = await inBulk(shares, send, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
      queue.leave(done)
      for (const { item, error } of failed) queue.fail(item, error)
      if (done.length > 0) tell(done, 'completed')
    },
  }
}
