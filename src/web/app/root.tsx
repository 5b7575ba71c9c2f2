import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './fonts.css'
import './mantine-styles.ts'
import './tokens.css'
import './styles.css'
import { createQueryClient } from '#web/api/query-client.ts'
import { readFirst } from '#web/api/read-first.ts'
import { LiveProvider } from '#web/live/use-live.tsx'
import { type PersonWithFace, UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ScreenPreload } from '#web/ui/screen-link.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { linkManifestLater } from './manifest-later.ts'
import { preferences } from './preferences.ts'
import { Router } from './router.tsx'
import { preloadScreen } from './screens.ts'
import { addScriptFontsLater } from './script-fonts-later.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { takeWayBack } from './way-back.ts'

const isQuiet = () => preferences.read().isQuiet
const pictureOf = (person: PersonWithFace) => <UserAvatar person={person} size={36} />

/** Draws the screen of the address. */
export function start(): void {
  takeWayBack()
  // Loads the screen's script in parallel with the account, not after it.
  preloadScreen(window.location.pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  const client = createQueryClient()
  void readFirst(client, window.location.pathname)
  startTransition(() => createRoot(root).render(<Root client={client} />))
  addScriptFontsLater()
  linkManifestLater()
}

function Root({ client }: { readonly client: QueryClient }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={client}>
          <LiveProvider isQuiet={isQuiet} pictureOf={pictureOf}>
            <ScreenPreload value={preloadScreen}>
              <Router />
              <Toaster />
            </ScreenPreload>
          </LiveProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
