import { paths } from '#contract/paths.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

const name = 'way-back'
/** The screens of the sign-in itself, which nobody wants to come back to. */
const signInPaths: readonly string[] = [paths.login, paths.adminLogin, paths.adminInvitation]

/** Remembers the current screen before somebody leaves for the sign-in. */
export function rememberWayBack({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (isRemembered(pathname)) keepInTab(name, `${pathname}${search}`)
}

/** The remembered screen, once; the dashboard when there is none. */
export function takenWayBack(): string {
  const kept = readFromTab(name)
  dropFromTab(name)
  if (typeof kept !== 'string') return paths.dashboard
  const { origin, pathname, search } = new URL(kept, window.location.origin)
  return origin === window.location.origin && isRemembered(pathname)
    ? `${pathname}${search}`
    : paths.dashboard
}

/** Takes somebody who returns from the chat's sign-in to the dashboard on to the remembered screen. */
export function takeWayBack(): void {
  if (window.location.pathname !== paths.dashboard) return
  const wayBack = takenWayBack()
  if (wayBack !== paths.dashboard) window.history.replaceState(null, '', wayBack)
}

function isRemembered(pathname: string): boolean {
  return Object.values<string>(paths).includes(pathname) && !signInPaths.includes(pathname)
}
