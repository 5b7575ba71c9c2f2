import type { UserId } from './ids.ts'
/** How long after `reportedAt` its owner may take a report back. */
export const undoWindowMs = 5 * 60_000

export type UndoVerdict = 'ok' | 'not-yours' | 'already-undone' | 'too-late'

export interface UndoableInteraction {
  readonly userId: UserId
  readonly reportedAt: Date
  readonly undoneAt: Date | null
}

/** Whether a report counts: it was not undone. */
export function isLive({ undoneAt }: Pick<UndoableInteraction, 'undoneAt'>): boolean {
  return undoneAt === null
}

/** Whether this member may undo this interaction now. The last millisecond of the window still counts. */
export function undoVerdict(interaction: UndoableInteraction, memberId: UserId, now: Date): UndoVerdict {
  if (interaction.userId !== memberId) return 'not-yours'
  if (!isLive(interaction)) return 'already-undone'
  return undoTimeLeftMs(interaction.reportedAt, now) >= 0 ? 'ok' : 'too-late'
}

/** Milliseconds left to undo; negative once it is too late. */
export function undoTimeLeftMs(reportedAt: Date, now: Date): number {
  return reportedAt.getTime() + undoWindowMs - now.getTime()
}
