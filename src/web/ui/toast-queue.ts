import type { ReactNode } from 'react'

/** Decides which toast, if any, is on screen. A pure state machine: every function takes the time in milliseconds. */

export const toastDurationMs = 5000
/** How long the result of a member's own action, or an error, stays before news about others may replace it. */
export const ownToastMinimumMs = 1500
/** The shortest time between two news toasts. */
export const liveToastGapMs = 3000
/** News that could not be shown within this time is dropped. */
export const liveToastPatienceMs = 10_000
export const dismissedRemovalDelayMs = 1_000_000

export const toastKinds = ['success', 'info', 'destructive', 'live'] as const
/** `live` is news about any member; the other kinds answer this member's own action. */
export type ToastKind = (typeof toastKinds)[number]

export interface Toast {
  readonly title: string
  readonly description?: string
  readonly kind: ToastKind
  readonly durationMs?: number
  /** The description in a word, such as "+15". Such a toast is a pill; only screen readers read the description. */
  readonly brief?: string
  readonly action?: ToastAction
  /** News waits until it closes, so that its action stays in reach. */
  readonly isKept?: boolean
  /** Stands in place of the kind's icon, such as a face. */
  readonly picture?: ReactNode
  /**
   * A kind and a gain, such as "Epic" and "+75 points". Such a toast celebrates: it is large, with a large picture, and
   * its title stands small above its description.
   */
  readonly detail?: readonly [kind: string, gain?: string]
}

/** Something to press in a toast, which then closes. It is possible elsewhere too, because a toast goes. */
export type ToastAction = ToastButton | ToastLink

interface ToastButton {
  /** One word, such as "Undo". */
  readonly label: string
  readonly run: () => void
}

interface ToastLink {
  readonly label: string
  /** The address of a screen. */
  readonly href: string
}

export interface PlacedToast extends Toast {
  /** Grows with every toast. */
  readonly id: number
  readonly isOpen: boolean
  /** When it appeared on screen or, once closed, when it disappeared. */
  readonly sinceMs: number
}

export interface ToastQueue {
  /** The toast on screen, or the last one, until it is removed. */
  readonly current: PlacedToast | null
  /** The newest news toast that has not been shown yet. */
  readonly waiting: (Toast & { readonly arrivedMs: number }) | null
  /** The pointer or the focus is on the current toast: it is being read. */
  readonly isHeld: boolean
  readonly lastId: number
  readonly lastLiveMs: number
}

export const emptyToastQueue: ToastQueue = {
  current: null,
  waiting: null,
  isHeld: false,
  lastId: 0,
  lastLiveMs: Number.NEGATIVE_INFINITY,
}

export function withToast(queue: ToastQueue, toast: Toast, nowMs: number): ToastQueue {
  if (toast.kind !== 'live') return shown(queue, toast, nowMs)
  return afterTime({ ...queue, waiting: { ...toast, arrivedMs: nowMs } }, nowMs)
}

/** A toast's time starts when it is rendered, because it cannot be read before. */
export function withToastDrawn(queue: ToastQueue, id: number, nowMs: number): ToastQueue {
  const { current } = queue
  return current?.isOpen && current.id === id ? { ...queue, current: { ...current, sinceMs: nowMs } } : queue
}

export function withToastClosed(queue: ToastQueue, id: number, nowMs: number): ToastQueue {
  const { current } = queue
  if (!current?.isOpen || current.id !== id) return queue
  return afterTime({ ...queue, current: { ...current, isOpen: false, sinceMs: nowMs }, isHeld: false }, nowMs)
}

export function withHold(queue: ToastQueue, isHeld: boolean, nowMs: number): ToastQueue {
  return afterTime({ ...queue, isHeld }, nowMs)
}

/** The queue at `nowMs`: waiting news is shown or dropped, and old toasts are removed. */
export function afterTime(queue: ToastQueue, nowMs: number): ToastQueue {
  const { current, waiting } = queue
  if (waiting && nowMs - waiting.arrivedMs >= liveToastPatienceMs)
    return afterTime({ ...queue, waiting: null }, nowMs)
  if (waiting && nowMs >= liveTurnMs(queue)) {
    const { arrivedMs: _, ...news } = waiting
    return shown({ ...queue, waiting: null }, news, nowMs)
  }
  if (current && !current.isOpen && nowMs - current.sinceMs >= dismissedRemovalDelayMs) {
    return { ...queue, current: null }
  }
  return queue
}

/** When `afterTime` will next change something; null if only an event can. */
export function nextChangeMs(queue: ToastQueue): number | null {
  const { current, waiting } = queue
  if (waiting) return Math.min(waiting.arrivedMs + liveToastPatienceMs, liveTurnMs(queue))
  return current && !current.isOpen ? current.sinceMs + dismissedRemovalDelayMs : null
}

/** The earliest time at which waiting news may be shown. */
function liveTurnMs({ current, isHeld, lastLiveMs }: ToastQueue): number {
  const afterLastNews = lastLiveMs + liveToastGapMs
  if (!current?.isOpen) return afterLastNews
  // What is being read, what celebrates, and what asks for it, stays until it closes.
  if (isHeld || current.detail || current.isKept) return Number.POSITIVE_INFINITY
  return current.kind === 'live'
    ? afterLastNews
    : Math.max(afterLastNews, current.sinceMs + ownToastMinimumMs)
}

function shown(queue: ToastQueue, toast: Toast, nowMs: number): ToastQueue {
  const id = queue.lastId + 1
  return {
    ...queue,
    current: { ...toast, id, isOpen: true, sinceMs: nowMs },
    isHeld: false,
    lastId: id,
    lastLiveMs: toast.kind === 'live' ? nowMs : queue.lastLiveMs,
  }
}
