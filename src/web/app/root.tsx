import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
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
import { preferences } from './preferences.ts'
import { Router } from './router.tsx'
import { preloadScreen } from './screens.ts'
import { addScriptFontsLater } from './script-fonts-later.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { takeWayBack } from './way-back.ts'

takeWayBack()
// Loads the screen's script in parallel with the account, not after it.
preloadScreen(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

const client = createQueryClient()
void readFirst(client, window.location.pathname)

const isQuiet = () => preferences.read().isQuiet
const pictureOf = (person: PersonWithFace) => <UserAvatar person={person} size={36} />

createRoot(root).render(
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
  </StrictMode>,
)

addScriptFontsLater()
