import * as RadixToast from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, Sparkles, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import {
  afterTime,
  emptyToastQueue,
  nextChangeMs,
  type PlacedToast,
  type Toast,
  type ToastKind,
  type ToastQueue,
  toastDurationMs,
  withHold,
  withToast,
  withToastClosed,
} from './toast-queue.ts'
import classes from './toaster.module.css'

const icons = { success: CircleCheck, info: Info, destructive: CircleAlert, live: Sparkles } as const
const iconSize = 20
const swipeThresholdPx = 50

let queue: ToastQueue = emptyToastQueue
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a toast, now or when its turn comes. To be called from anywhere. */
export function toast(message: Toast): void {
  move(withToast(queue, message, Date.now()))
}

/** The one place on the page where toasts appear. */
export function Toaster() {
  const { current } = useSyncExternalStore(subscribe, () => queue)
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {current && <ToastCard key={current.id} current={current} />}
      <RadixToast.Viewport className={classes.viewport} hotkey={['F8']} label="Notifications ({hotkey})" />
    </RadixToast.Provider>
  )
}

function ToastCard({ current }: { readonly current: PlacedToast }) {
  return (
    <RadixToast.Root
      className={classes.toast}
      data-kind={current.kind}
      type={current.kind === 'live' ? 'background' : 'foreground'}
      duration={current.durationMs}
      open={current.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) move(withToastClosed(queue, current.id, Date.now()))
      }}
      onPause={() => {
        // A window in the background pauses the timer too, but nobody is reading there: news still moves on.
        if (document.hasFocus()) move(withHold(queue, true, Date.now()))
      }}
      onResume={() => move(withHold(queue, false, Date.now()))}
    >
      <ToastIcon kind={current.kind} />
      <div className={classes.text}>
        <RadixToast.Title className={classes.title}>{current.title}</RadixToast.Title>
        {current.description && (
          <RadixToast.Description className={classes.description}>
            {current.description}
          </RadixToast.Description>
        )}
      </div>
      <RadixToast.Close className={classes.close} aria-label="Close notification">
        <X size={16} aria-hidden />
      </RadixToast.Close>
    </RadixToast.Root>
  )
}

function ToastIcon({ kind }: { readonly kind: ToastKind }) {
  const Icon = icons[kind]
  return <Icon size={iconSize} className={classes.icon} aria-hidden />
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function move(next: ToastQueue): void {
  if (next !== queue) {
    queue = next
    for (const onChange of listeners) onChange()
  }
  clearTimeout(timer)
  const dueMs = nextChangeMs(queue)
  if (dueMs === null) return
  timer = setTimeout(() => move(afterTime(queue, Date.now())), Math.max(0, dueMs - Date.now()))
}
