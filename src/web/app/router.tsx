import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { Waiting, type WaitingShape } from '#web/parts/frame/waiting.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { loginScreen, memberScreens, notFoundScreen, publicScreens } from './screens.ts'

/** The screens that have an arrangement of their own. */
const shapes: Readonly<Record<string, WaitingShape>> = {
  [paths.dashboard]: 'dashboard',
  [paths.socialFeed]: 'feed',
}

/** Renders the screen for the current address. */
export function Router() {
  const [location] = useLocation()
  const path = location.replace(/(?<=.)\/+$/, '')
  const member = memberScreens.get(path)
  const { Screen } = member ?? publicScreens.get(path) ?? notFoundScreen
  const shape = member || path === paths.admin ? (shapes[path] ?? 'page') : 'bare'
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<Waiting text="Loading..." shape={shape} />}>
        {member ? (
          <Guard shape={shape}>
            <Screen />
          </Guard>
        ) : (
          <Screen />
        )}
      </Suspense>
    </ScreenBoundary>
  )
}

interface GuardProps {
  readonly shape: WaitingShape
  readonly children: ReactNode
}

/** Shows the login screen in place of its children unless somebody is signed in. */
function Guard({ shape, children }: GuardProps) {
  const { user, isLoading } = useCurrentUser()
  // Rendering the whole screen at once blocks a slow phone, so it is deferred and rendered in slices.
  const isUnknown = useDeferredValue(isLoading)
  if (isUnknown || isLoading) return <Waiting text="Loading your account..." shape={shape} />
  return user ? children : <loginScreen.Screen />
}
