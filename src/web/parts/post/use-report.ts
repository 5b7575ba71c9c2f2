import { type RefObject, useRef } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { isAlreadyReported, useReportInteraction } from '#web/api/interactions.ts'
import { keepUnsentReport } from '#web/app/unsent-report.ts'
import { flyPoints, prepareFlight } from '#web/parts/points/landing.ts'
import { toast } from '#web/ui/toasts.ts'
import { reportedToast, reportFailure } from './post-report-words.ts'
import { useUndo } from './use-undo.ts'

interface UseReport {
  readonly post: SocialFeedPost
  readonly type: InteractionType
  readonly place: 'dashboard' | 'feed'
  /** Where the points come from, as long as that is on the page. */
  readonly from: RefObject<HTMLElement | null>
  /** Called with the error text, or with null once a report is in flight. */
  readonly onOutcome: (failure: string | null) => void
}

/** Reports one interaction with a post, once however often it is pressed, and says what came of it. */
export function useReport({ post, type, place, from, onOutcome }: UseReport) {
  const { mutateAsync, isPending } = useReportInteraction(keepUnsentReport)
  const { undo } = useUndo({ onOutcome, onTooLate: () => undefined })
  // A second press may come before React has rendered the first; only a ref is up to date then.
  const isUnderWay = useRef(false)
  const press = async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    onOutcome(null)
    prepareFlight()
    try {
      const report = { postId: post.id, interactionType: type }
      const answer = await mutateAsync({ ...report, authorName: post.authorName })
      if (from.current && answer.points > 0) flyPoints(from.current.getBoundingClientRect())
      toast({
        ...reportedToast(answer),
        action: { label: 'Undo', run: () => undo({ ...report, id: answer.id }) },
      })
    } catch (error) {
      if (isAlreadyReported(error)) return
      const failure = reportFailure(error, place)
      onOutcome(failure.inline)
      toast(failure.toast)
    } finally {
      // The cache announces the report in a separate task. Until that is rendered, the button still looks unpressed.
      setTimeout(() => {
        isUnderWay.current = false
      })
    }
  }
  return { isPending, press: () => void press() }
}
