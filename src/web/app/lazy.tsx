import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { hasNewRelease } from '#web/api/client.ts'
import { LoadFailure, Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import type { ScreenTab } from '#web/ui/screen-tabs.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { requestFailedSheets } from './failed-sheets.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

/** For a control that opens something lazy: pointing at it, touching or focusing it loads the script. */
export interface IntentHandlers {
  readonly onMouseEnter: () => void
  readonly onTouchStart: () => void
  readonly onFocus: () => void
}

export interface LazyScreen {
  readonly Screen: ComponentType
  readonly preload: () => void
}

export interface LazyDialog<Props extends DialogProps> {
  readonly Dialog: ComponentType<Props>
  readonly onIntent: IntentHandlers
}

/** A screen whose script is loaded when the screen is first shown, or earlier. Suspends meanwhile; throws a failure. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  const script = new Script(load)
  const waiting = () => lazy(async () => ({ default: await script.load() }))
  let Waiting = waiting()
  return {
    Screen: function Screen() {
      // A loaded screen is rendered immediately, without a flash of its placeholder.
      const [Shown] = useState<ComponentType>(() => script.loaded ?? Waiting)
      return <Shown />
    },
    preload: () => {
      // React caches a failure permanently, so a retry needs a new lazy component.
      if (script.hasFailed) Waiting = waiting()
      script.preload()
    },
  }
}

/** A dialog whose script is loaded when the dialog is first opened, or earlier. On failure it closes with a toast. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  const script = new Script(load)
  return {
    Dialog: function Dialog(props: Props) {
      const { isOpen, onClose } = props
      const [Shown, setShown] = useState<ComponentType<Props> | null>(null)
      if (isOpen && !Shown && script.loaded) setShown(() => script.loaded)
      useEffect(() => {
        if (!isOpen || Shown) return
        return script.whenLoaded(
          (component) => setShown(() => component),
          () => {
            toast({ kind: 'destructive', title: 'This could not be opened', description: checkConnection })
            onClose()
          },
        )
      }, [isOpen, Shown, onClose])
      return Shown && <OpenedOnceThere Shown={Shown} props={props} />
    },
    onIntent: { onMouseEnter: script.preload, onTouchStart: script.preload, onFocus: script.preload },
  }
}

/** A tab whose script is loaded when the tab is first opened, or earlier. On failure it says so and offers a retry. */
export function lazyTab(value: string, label: string, load: () => Promise<ComponentType>): ScreenTab {
  const script = new Script(load)
  const what = label.toLowerCase()
  // Once Suspense has shown a placeholder, it keeps it for a third of a second.
  const waiting = (
    <Loading what={what}>
      <SkeletonRows count={8} height={40} hasAvatar={false} />
    </Loading>
  )
  const failed = (retry: () => void) => (
    <LoadFailure text={`The ${what} could not be loaded. ${checkConnection}`} onRetry={retry} />
  )
  const content = <Lazy script={script} props={{}} waiting={waiting} failed={failed} />
  return { value, label, content, preload: script.preload }
}

interface PartOptions {
  readonly waiting?: ReactNode
  readonly failed?: ReactNode
}

/** A part that its screen can do without. `waiting` or `failed` is shown while its script is missing. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, failed = null }: PartOptions = {},
): ComponentType<Props> {
  const script = new Script(load)
  return function Part(props: Props) {
    return <Lazy script={script} props={props} waiting={waiting} failed={() => failed} isPart />
  }
}

const checkConnection = 'Check your connection and try again.'

interface LazyProps<Props extends object> {
  readonly script: Script<Props>
  readonly props: Props
  readonly waiting: ReactNode
  readonly failed: (retry: () => void) => ReactNode
  /** Whether the screen shows other things without it. */
  readonly isPart?: boolean
}

/** Calls `begin` in a task of its own, because a phone takes long to request several scripts. Returns what ends it. */
function inOwnTask(begin: () => () => void): () => void {
  let end: (() => void) | undefined
  const timer = setTimeout(() => {
    end = begin()
  })
  return () => {
    clearTimeout(timer)
    end?.()
  }
}

function Lazy<Props extends object>({ script, props, waiting, failed, isPart = false }: LazyProps<Props>) {
  const [Shown, setShown] = useState(() => script.loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Shown || hasFailed) return
    const request = () =>
      script.whenLoaded(
        // Rendered in slices, so that the screen answers meanwhile.
        (component) => startTransition(() => setShown(() => component)),
        () => setFailed(true),
      )
    return isPart ? inOwnTask(request) : request()
  }, [script, Shown, hasFailed, isPart])
  if (Shown) return createElement(Shown, props)
  return hasFailed ? failed(() => setFailed(false)) : waiting
}

interface OpenedOnceThereProps<Props extends DialogProps> {
  readonly Shown: ComponentType<Props>
  readonly props: Props
}

// A dialog remembers the focused element when it opens, so it is mounted closed and then opened.
function OpenedOnceThere<Props extends DialogProps>({ Shown, props }: OpenedOnceThereProps<Props>) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return createElement(Shown, { ...props, isOpen: props.isOpen && isThere })
}

/** A component's script, which is loaded once. */
class Script<Props> {
  loaded: ComponentType<Props> | null = null
  hasFailed = false
  #loading: Promise<ComponentType<Props>> | null = null
  readonly #import: () => Promise<ComponentType<Props>>

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#import = load
  }

  /** Loads the script early. A failure is ignored here and reported when the component is shown. */
  readonly preload = (): void => void this.#start().catch(() => undefined)

  /** Loads the script. If a newer release has replaced it, reloads the page once; otherwise throws the failure. */
  async load(): Promise<ComponentType<Props>> {
    try {
      return await this.#start()
    } catch (error) {
      this.hasFailed = true
      if (!(await hasNewRelease()) || !rememberReload()) throw error
      window.location.reload()
      return new Promise(() => undefined)
    }
  }

  /** Calls one of the two callbacks, unless the returned function has been called first. */
  whenLoaded(onLoaded: (component: ComponentType<Props>) => void, onFailed: () => void): () => void {
    let isWanted = true
    this.load().then(
      (component) => isWanted && onLoaded(component),
      () => isWanted && onFailed(),
    )
    return () => {
      isWanted = false
    }
  }

  #start(): Promise<ComponentType<Props>> {
    this.#loading ??= this.#request().then(
      (component) => {
        this.loaded = component
        this.hasFailed = false
        dropFromTab(reloadName)
        return component
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }

  async #request(): Promise<ComponentType<Props>> {
    await requestFailedSheets()
    return this.#import()
  }
}

const reloadName = 'reloaded-for-release'

/** False if the page was just reloaded for a release, or if that cannot be stored. */
function rememberReload(): boolean {
  if (readFromTab(reloadName) !== null) return false
  keepInTab(reloadName, 'yes')
  return readFromTab(reloadName) !== null
}
