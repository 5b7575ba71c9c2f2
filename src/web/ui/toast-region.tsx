import * as RadixToast from '@radix-ui/react-toast'
import { Check, CircleCheck, Info, Sparkles, TriangleAlert, X } from 'lucide-react'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { pressedBox } from './pressed-control.ts'
import { ScreenLink } from './screen-link.tsx'
import { placeToast, type ToastPlace } from './toast-place.ts'
import {
  type PlacedToast,
  type ToastAction,
  type ToastKind,
  toastDurationMs,
  withHold,
  withToastClosed,
  withToastDrawn,
} from './toast-queue.ts'
import * as classes from './toast-region.module.css'
import { moveToasts, placeholderId, readToasts, subscribeToToasts } from './toasts.ts'

const icons = { success: CircleCheck, info: Info, destructive: TriangleAlert, live: Sparkles } as const
const swipeThresholdPx = 50

/** Draws the current toast, and gives the keyboard a way to it. */
export function ToastRegion() {
  // Drawn in its own time: what brings news, such as a live message, does not wait for its toast.
  const { current } = useDeferredValue(useSyncExternalStore(subscribeToToasts, readToasts))
  const [{ edge, distance }, setPlace] = useState<ToastPlace>({ edge: 'bottom', distance: 0 })
  const viewport = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => takeOver(viewport.current), [])
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {current && <ToastCard key={current.id} current={current} onPlace={setPlace} />}
      <RadixToast.Viewport
        ref={viewport}
        className={classes.viewport}
        data-edge={edge}
        style={{ [edge]: distance }}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
      />
    </RadixToast.Provider>
  )
}

/** Comes in the place of the region that the page is loaded with, along with its focus: F8 may have led there. */
function takeOver(viewport: HTMLElement | null): void {
  const placeholder = document.getElementById(placeholderId)
  const isFocused = placeholder !== null && placeholder === document.activeElement
  placeholder?.remove()
  if (isFocused) viewport?.focus()
}

interface ToastCardProps {
  readonly current: PlacedToast
  /** Told once where the toast should stand. */
  readonly onPlace: (place: ToastPlace) => void
}

function ToastCard({ current, onPlace }: ToastCardProps) {
  const place = useCallback(
    (card: HTMLElement | null) => {
      if (card) onPlace(placeOf(card))
    },
    [onPlace],
  )
  useLayoutEffect(() => {
    moveToasts((queue, nowMs) => withToastDrawn(queue, current.id, nowMs))
  }, [current.id])
  useEffect(clearFocusFromUnder, [])
  return (
    <RadixToast.Root
      ref={place}
      className={classes.toast}
      data-kind={current.kind}
      data-look={lookOf(current)}
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
      <ToastContent toast={current} />
      <RadixToast.Close className={classes.close} aria-label="Close notification">
        <X size={16} aria-hidden />
      </RadixToast.Close>
    </RadixToast.Root>
  )
}

function placeOf(card: HTMLElement): ToastPlace {
  const { left, right } = card.getBoundingClientRect()
  const list = getComputedStyle(card.parentElement ?? card)
  const barHeight = Number.parseFloat(list.getPropertyValue('--ov-bar-height'))
  const top = barHeight + Number.parseFloat(list.paddingTop)
  return placeToast({
    toast: { left, right, height: card.offsetHeight },
    room: { top, bottom: window.innerHeight - Number.parseFloat(list.paddingBottom) },
    usual: window.matchMedia('(min-width: 48em)').matches ? 'bottom' : 'top',
    pressed: pressedBox(),
    clear: [...document.querySelectorAll('[role="dialog"] button')].map((one) => one.getBoundingClientRect()),
  })
}

/** Scrolls what a keyboard user is at out from under the toast that has just come. */
function clearFocusFromUnder(): void {
  document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** How a toast is drawn: the result of a report as a pill, what is celebrated large, everything else as a card. */
function lookOf({ brief, detail }: PlacedToast): 'pill' | 'festive' | 'card' {
  if (brief !== undefined) return 'pill'
  return detail ? 'festive' : 'card'
}

function ToastContent({ toast }: { readonly toast: PlacedToast }) {
  const { title, description, detail, brief, picture, kind, action } = toast
  const isFestive = lookOf(toast) === 'festive'
  return (
    <>
      {picture ?? <ToastIcon kind={kind} isPlain={brief !== undefined} />}
      <div className={classes.text}>
        <RadixToast.Title className={classes.title}>{title}</RadixToast.Title>
        {description && (
          <RadixToast.Description className={brief === undefined ? classes.description : 'visually-hidden'}>
            {description}
          </RadixToast.Description>
        )}
        {detail && (
          <div className={classes.detail}>
            {detail[0]}
            {detail[1] !== undefined && (
              <>
                {' '}
                · <b>{detail[1]}</b>
              </>
            )}
          </div>
        )}
        {brief && (
          <span className={classes.brief} aria-hidden>
            {brief}
          </span>
        )}
        {action && isFestive && <Action action={action} />}
      </div>
      {action && !isFestive && <Action action={action} />}
    </>
  )
}

function Action({ action }: { readonly action: ToastAction }) {
  const { label } = action
  return 'href' in action ? (
    <RadixToast.Action className={classes.action} altText={label} asChild>
      <ScreenLink href={action.href}>{label}</ScreenLink>
    </RadixToast.Action>
  ) : (
    <RadixToast.Action className={classes.action} altText={label} onClick={action.run}>
      {label}
    </RadixToast.Action>
  )
}

function ToastIcon({ kind, isPlain }: { readonly kind: ToastKind; readonly isPlain: boolean }) {
  const Icon = isPlain ? Check : icons[kind]
  return (
    <Icon size={isPlain ? 16 : 20} strokeWidth={isPlain ? 2.4 : 1.75} className={classes.icon} aria-hidden />
  )
}
