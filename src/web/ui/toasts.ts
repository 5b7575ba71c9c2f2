import {
  afterTime,
  emptyToastQueue,
  nextChangeMs,
  type Toast,
  type ToastQueue,
  withToast,
} from './toast-queue.ts'

/** The region of index.html to which F8 leads until the script of the toasts has come. */
export const placeholderId = 'notifications'

let queue: ToastQueue = emptyToastQueue
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast now, or when its turn comes. It can be called from anywhere. */
export function toast(message: Toast): void {
  moveToasts((current, nowMs) => withToast(current, message, nowMs))
}

export function readToasts(): ToastQueue {
  return queue
}

export function subscribeToToasts(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** Replaces the queue with the result of `next`, and schedules the next change that time alone causes. */
export function moveToasts(next: (current: ToastQueue, nowMs: number) => ToastQueue): void {
  // Uses the monotonic clock, so that setting the machine's clock does not change how long a toast stays.
  const moved = next(queue, performance.now())
  if (moved !== queue) {
    queue = moved
    for (const onChange of listeners) onChange()
  }
  clearTimeout(timer)
  const dueMs = nextChangeMs(queue)
  if (dueMs !== null) timer = setTimeout(() => moveToasts(afterTime), Math.max(0, dueMs - performance.now()))
}
