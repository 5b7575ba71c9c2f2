import { paths } from '#contract/paths.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

const name = 'way-back'
const publicPaths: readonly string[] = [paths.login, paths.admin, paths.adminLogin]

/** Remembers the current screen before somebody leaves for the sign-in. Only screens for members are remembered. */
export function rememberWayBack({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (isForMembers(pathname)) keepInTab(name, `${pathname}${search}`)
}

/** Takes somebody who returns from the sign-in to the dashboard on to the remembered screen. */
export function takeWayBack(): void {
  if (window.location.pathname !== paths.dashboard) return
  const kept = readFromTab(name)
  dropFromTab(name)
  if (typeof kept !== 'string') return
  const { origin, pathname, search } = new URL(kept, window.location.origin)
  if (origin === window.location.origin && isForMembers(pathname)) {
    window.history.replaceState(null, '', `${pathname}${search}`)
  }
}

function isForMembers(pathname: string): boolean {
  return Object.values<string>(paths).includes(pathname) && !publicPaths.includes(pathname)
}
