import { useRef } from 'react'
import { ApiError } from '#web/api/client.ts'
import { type ReportToUndo, useUndoInteraction } from '#web/api/interactions.ts'
import { toast } from '#web/ui/toasts.ts'
import { undoFailure, undoneToast } from './post-report-words.ts'

interface UseUndo {
  /** Called with the error text, or with null once an undo is in flight. */
  readonly onOutcome: (failure: string | null) => void
  /** Called when the server says that the time is over. */
  readonly onTooLate: () => void
}

/** Undoes a report, once however often it is pressed, and says what came of it. */
export function useUndo({ onOutcome, onTooLate }: UseUndo) {
  const { mutateAsync, isPending } = useUndoInteraction()
  // A second press may come before React has rendered the first; only a ref is up to date then.
  const isUnderWay = useRef(false)
  const undo = async ({ id, postId, interactionType }: ReportToUndo) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    onOutcome(null)
    try {
      toast(undoneToast(await mutateAsync({ id, postId, interactionType })))
    } catch (error) {
      // The server's clock decides, even if this browser's clock still shows time left.
      const isOver = error instanceof ApiError && error.status === 410
      const { inline, toast: failed } = undoFailure(error, isOver)
      if (isOver) onTooLate()
      onOutcome(inline)
      toast(failed)
    } finally {
      // The cache announces the undo in a separate task. Until that is rendered, the button is still there.
      setTimeout(() => {
        isUnderWay.current = false
      })
    }
  }
  return { isPending, undo: (report: ReportToUndo) => void undo(report) }
}
