import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { useLocation } from 'wouter'
import { useCurrentUser } from '#web/api/session.ts'
import { Waiting } from '#web/parts/frame/waiting.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { loginScreen, memberScreens, notFoundScreen, publicScreens } from './screens.ts'

/** Renders the screen for the current address. */
export function Router() {
  const [location] = useLocation()
  const path = location.replace(/(?<=.)\/+$/, '')
  const member = memberScreens.get(path)
  const { Screen } = member ?? publicScreens.get(path) ?? notFoundScreen
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<Waiting text="Loading..." />}>
        {member ? (
          <Guard>
            <Screen />
          </Guard>
        ) : (
          <Screen />
        )}
      </Suspense>
    </ScreenBoundary>
  )
}

/** Shows the login screen in place of its children unless somebody is signed in. */
function Guard({ children }: { readonly children: ReactNode }) {
  const { user, isLoading } = useCurrentUser()
  // Rendering the whole screen at once blocks a slow phone, so it is deferred and rendered in slices.
  const isUnknown = useDeferredValue(isLoading)
  if (isUnknown || isLoading) return <Waiting text="Loading your account..." />
  return user ? children : <loginScreen.Screen />
}
