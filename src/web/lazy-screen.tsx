import { type ComponentType, lazy, useState } from 'react'

export interface LazyScreen {
  readonly Screen: ComponentType
  /** Loads the screen's script ahead of need; a failure is left to the moment it is needed. */
  readonly preload: () => void
}

/**
 * A screen whose script is loaded when it is first shown, or before. `name` is unique among the screens.
 * A script that is gone, because a newer release has replaced it, reloads the page once; then it throws.
 */
export function lazyScreen(name: string, load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null

  function start(): Promise<ComponentType> {
    loading ??= load().then(
      (component) => {
        loaded = component
        forgetReload(name)
        return component
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  const Lazy = lazy(async () => ({
    default: await start().catch((error: unknown) => reloadOnce(name, error)),
  }))

  return {
    Screen: function Screen() {
      // A screen that is there already is drawn at once, without a moment of its placeholder.
      const [Shown] = useState<ComponentType>(() => loaded ?? Lazy)
      return <Shown />
    },
    preload: () => void start().catch(() => undefined),
  }
}

function reloadOnce(name: string, error: unknown): Promise<never> {
  if (!rememberReload(name)) throw error
  window.location.reload()
  return new Promise(() => undefined)
}

/** False if the page was reloaded for this screen before, or if that cannot be known. */
function rememberReload(name: string): boolean {
  try {
    if (sessionStorage.getItem(keyOf(name)) !== null) return false
    sessionStorage.setItem(keyOf(name), 'yes')
    return true
  } catch {
    return false
  }
}

function forgetReload(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Nothing was remembered either.
  }
}

function keyOf(name: string): string {
  return `reloaded-for-${name}`
}
