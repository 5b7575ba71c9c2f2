import type { UserId } from './ids.ts'
import type { ReportState } from './vocabulary.ts'

/** How long after `reportedAt` its owner may take a report back. */
export const undoWindowMs = 5 * 60_000

export type UndoVerdict = 'ok' | 'not-yours' | 'already-undone' | 'too-late'

export interface UndoableInteraction {
  readonly userId: UserId
  readonly reportedAt: Date
  readonly undoneAt: Date | null
  /** When a reviewer took it back; null if nobody did, or if it was given back. */
  readonly takenBackAt: Date | null
}

type Ended = Pick<UndoableInteraction, 'undoneAt' | 'takenBackAt'>

/** What became of a report. */
export function reportState({ undoneAt, takenBackAt }: Ended): ReportState {
  if (undoneAt !== null) return 'undone'
  return takenBackAt === null ? 'live' : 'taken_back'
}

/** Whether a report counts: it was neither undone nor taken back. */
export function isLive(report: Ended): boolean {
  return reportState(report) === 'live'
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
