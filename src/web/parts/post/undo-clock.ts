import { undoTimeLeftMs, undoWindowMs } from '#domain/undo.ts'

/**
 * The time left to undo, such as `4:32`; null once it is too late.
 * If the browser's clock is behind, it never shows more than the whole window.
 */
export function undoClock(reportedAt: Date, now: Date): string | null {
  const leftMs = Math.min(undoTimeLeftMs(reportedAt, now), undoWindowMs)
  if (leftMs < 0) return null
  const seconds = Math.ceil(leftMs / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How much of the time to undo is left, from 1 to 0. */
export function undoTimeShare(reportedAt: Date, now: Date): number {
  return Math.min(Math.max(undoTimeLeftMs(reportedAt, now) / undoWindowMs, 0), 1)
}

/** The last minute in which a report can be undone, in the reader's own time, such as `2:32 PM`. */
export function undoableUntil(reportedAt: Date): string {
  return new Date(reportedAt.getTime() + undoWindowMs).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
  })
}
