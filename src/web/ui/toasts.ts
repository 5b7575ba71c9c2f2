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

/** Shows a toast, now or when its turn comes. To be called from anywhere. */
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

/** Replaces the queue by what `next` makes of it, and looks at it again when time alone would change it. */
export function moveToasts(next: (current: ToastQueue, nowMs: number) => ToastQueue): void {
  // The monotonic clock: a toast stays as long as it should, also when somebody sets the clock of the machine.
  const moved = next(queue, performance.now())
  if (moved !== queue) {
    queue = moved
    for (const onChange of listeners) onChange()
  }
  clearTimeout(timer)
  const dueMs = nextChangeMs(queue)
  if (dueMs !== null) timer = setTimeout(() => moveToasts(afterTime), Math.max(0, dueMs - performance.now()))
}
