import * as RadixToast from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, Sparkles, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import {
  type PlacedToast,
  type ToastKind,
  toastDurationMs,
  withHold,
  withToastClosed,
  withToastDrawn,
} from './toast-queue.ts'
import classes from './toast-region.module.css'
import { moveToasts, readToasts, subscribeToToasts } from './toasts.ts'

const icons = { success: CircleCheck, info: Info, destructive: CircleAlert, live: Sparkles } as const
const swipeThresholdPx = 50

/** Draws the current toast, and gives the keyboard a way to it. */
export function ToastRegion() {
  const { current } = useSyncExternalStore(subscribeToToasts, readToasts)
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {current && <ToastCard key={current.id} current={current} />}
      <RadixToast.Viewport className={classes.viewport} hotkey={['F8']} label="Notifications ({hotkey})" />
    </RadixToast.Provider>
  )
}

function ToastCard({ current }: { readonly current: PlacedToast }) {
  useEffect(() => {
    clearFocusFromUnder()
    moveToasts((queue, nowMs) => withToastDrawn(queue, current.id, nowMs))
  }, [current.id])
  return (
    <RadixToast.Root
      className={classes.toast}
      data-kind={current.kind}
      type={current.kind === 'live' ? 'background' : 'foreground'}
      duration={current.durationMs}
      open={current.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) moveToasts((queue, nowMs) => withToastClosed(queue, current.id, nowMs))
      }}
      onPause={() => {
        // A window in the background pauses the timer too, but nobody is reading there: news still moves on.
        if (document.hasFocus()) moveToasts((queue, nowMs) => withHold(queue, true, nowMs))
      }}
      onResume={() => moveToasts((queue, nowMs) => withHold(queue, false, nowMs))}
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

/** Scrolls what a keyboard user is at out from under the toast that has just come. */
function clearFocusFromUnder(): void {
  document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function ToastIcon({ kind }: { readonly kind: ToastKind }) {
  const Icon = icons[kind]
  return <Icon size={20} className={classes.icon} aria-hidden />
}
