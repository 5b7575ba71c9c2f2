import type { InteractionType } from '#domain/vocabulary.ts'
import { undoableUntil } from './undo-clock.ts'

interface UndoNameProps {
  readonly type: InteractionType
  readonly authorName: string
  readonly reportedAt: Date
}

/** What an undo button takes back, and until when, for screen readers. */
export function UndoName({ type, authorName, reportedAt }: UndoNameProps) {
  return (
    <span className="visually-hidden">
      Undo {type} on {authorName}&apos;s post, available until {undoableUntil(reportedAt)}
    </span>
  )
}
