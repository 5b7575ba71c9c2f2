import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'
import { hasNewRelease } from '#web/api/client.ts'
import { LoadFailure, Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import type { ScreenTab } from '#web/ui/screen-tabs.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

/** For a control that opens something lazy: the script is loaded once the control is pointed at, touched or focused. */
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

/** A screen whose script is loaded when it is first shown, or before. Suspends meanwhile; a failure is thrown. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  const script = new Script(load)
  const waiting = () => lazy(async () => ({ default: await script.load() }))
  let Waiting = waiting()
  return {
    Screen: function Screen() {
      // A screen that has been loaded is drawn at once, without a moment of its placeholder.
      const [Shown] = useState<ComponentType>(() => script.loaded ?? Waiting)
      return <Shown />
    },
    preload: () => {
      // React keeps a failure for good.
      if (script.hasFailed) Waiting = waiting()
      script.preload()
    },
  }
}

/** A dialog whose script is loaded when it is first opened, or before. It closes with a toast when that fails. */
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

/** A tab whose script is loaded when it is first opened, or before. It says when that fails, and offers a retry. */
export function lazyTab(value: string, label: string, load: () => Promise<ComponentType>): ScreenTab {
  const script = new Script(load)
  const what = label.toLowerCase()
  // Suspense would show nothing new within a third of a second after its placeholder.
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

interface Substitutes {
  readonly waiting: ReactNode
  readonly failed: ReactNode
}

/** A part that its screen can do without. `waiting` or `failed` stands in for it while its script is not there. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, failed }: Substitutes = { waiting: null, failed: null },
): ComponentType<Props> {
  const script = new Script(load)
  return function Part(props: Props) {
    return <Lazy script={script} props={props} waiting={waiting} failed={() => failed} />
  }
}

const checkConnection = 'Check your connection and try again.'

interface LazyProps<Props extends object> {
  readonly script: Script<Props>
  readonly props: Props
  readonly waiting: ReactNode
  readonly failed: (retry: () => void) => ReactNode
}

function Lazy<Props extends object>({ script, props, waiting, failed }: LazyProps<Props>) {
  const [Shown, setShown] = useState(() => script.loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Shown || hasFailed) return
    return script.whenLoaded(
      (component) => setShown(() => component),
      () => setFailed(true),
    )
  }, [script, Shown, hasFailed])
  if (Shown) return createElement(Shown, props)
  return hasFailed ? failed(() => setFailed(false)) : waiting
}

interface OpenedOnceThereProps<Props extends DialogProps> {
  readonly Shown: ComponentType<Props>
  readonly props: Props
}

// A dialog remembers what had the focus at the moment it opens, so it is put on the page closed and then opened.
function OpenedOnceThere<Props extends DialogProps>({ Shown, props }: OpenedOnceThereProps<Props>) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return createElement(Shown, { ...props, isOpen: props.isOpen && isThere })
}

/** The script of a component, loaded once. */
class Script<Props> {
  loaded: ComponentType<Props> | null = null
  hasFailed = false
  #loading: Promise<ComponentType<Props>> | null = null
  readonly #import: () => Promise<ComponentType<Props>>

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#import = load
  }

  /** Loads it ahead of need; a failure is left to the moment it is needed. */
  readonly preload = (): void => void this.#start().catch(() => undefined)

  /** Where a newer release has replaced the script, the page is loaded anew, once; else a failure is thrown. */
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

  /** Calls one of the two, unless what is returned was called before. */
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
    this.#loading ??= this.#import().then(
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
}

const reloadName = 'reloaded-for-release'

/** False if the page was reloaded for a release just before, or if that cannot be remembered. */
function rememberReload(): boolean {
  if (readFromTab(reloadName) !== null) return false
  keepInTab(reloadName, 'yes')
  return readFromTab(reloadName) !== null
}
