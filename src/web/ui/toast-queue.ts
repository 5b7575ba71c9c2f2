/** Which toast is on screen: at most one. A pure machine; every function takes the time in milliseconds. */

export const toastDurationMs = 5000
/** How long what a member did, or an error, stays before news about others may take its place. */
export const ownToastMinimumMs = 1500
/** News is announced at most this often. */
export const liveToastGapMs = 3000
/** News that could not be shown by then is news no more. */
export const liveToastPatienceMs = 10_000
export const dismissedRemovalDelayMs = 1_000_000

export const toastKinds = ['success', 'info', 'destructive', 'live'] as const
/** `live` is news about anybody; the other kinds answer something that this person did. */
export type ToastKind = (typeof toastKinds)[number]

export interface Toast {
  readonly title: string
  readonly description?: string
  readonly kind: ToastKind
  readonly durationMs?: number
}

export interface PlacedToast extends Toast {
  /** Grows with every toast. */
  readonly id: number
  readonly isOpen: boolean
  /** When it came on screen, or went off it once it is closed. */
  readonly sinceMs: number
}

export interface ToastQueue {
  /** The one on screen, or the last that was, until it is forgotten. */
  readonly current: PlacedToast | null
  /** The newest news that has not been on screen yet. */
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

/** Once it is drawn a toast can be read: its time counts from here, not from when it was asked for. */
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

/** The queue once time has moved on to `nowMs`: waiting news comes on screen or is dropped, old toasts are forgotten. */
export function afterTime(queue: ToastQueue, nowMs: number): ToastQueue {
  const { current, waiting } = queue
  if (waiting && nowMs - waiting.arrivedMs >= liveToastPatienceMs)
    return afterTime({ ...queue, waiting: null }, nowMs)
  if (waiting && nowMs >= liveTurnMs(queue)) return shown({ ...queue, waiting: null }, waiting, nowMs)
  if (current && !current.isOpen && nowMs - current.sinceMs >= dismissedRemovalDelayMs) {
    return { ...queue, current: null }
  }
  return queue
}

/** When `afterTime` would next change something; null if never by itself. */
export function nextChangeMs(queue: ToastQueue): number | null {
  const { current, waiting } = queue
  if (waiting) return Math.min(waiting.arrivedMs + liveToastPatienceMs, liveTurnMs(queue))
  return current && !current.isOpen ? current.sinceMs + dismissedRemovalDelayMs : null
}

/** From when on waiting news may be shown. */
function liveTurnMs({ current, isHeld, lastLiveMs }: ToastQueue): number {
  const afterLastNews = lastLiveMs + liveToastGapMs
  if (!current?.isOpen) return afterLastNews
  if (isHeld) return Number.POSITIVE_INFINITY
  return current.kind === 'live'
    ? afterLastNews
    : Math.max(afterLastNews, current.sinceMs + ownToastMinimumMs)
}

function shown(queue: ToastQueue, toast: Toast, nowMs: number): ToastQueue {
  const { title, description, kind, durationMs } = toast
  const id = queue.lastId + 1
  return {
    ...queue,
    current: { title, description, kind, durationMs, id, isOpen: true, sinceMs: nowMs },
    isHeld: false,
    lastId: id,
    lastLiveMs: kind === 'live' ? nowMs : queue.lastLiveMs,
  }
}
