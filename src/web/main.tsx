import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import './mantine-styles.ts'
import './styles.css'
import { createQueryClient } from './api/query-client.ts'
import { readFirst } from './api/read-first.ts'
import { Toaster } from './components/toaster.tsx'
import { LiveProvider } from './live/use-live.tsx'
import { Router } from './router.tsx'
import { preloadScreen } from './screens.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { takeWayBack } from './way-back.ts'

takeWayBack()
// The screen's script is asked for beside the account, not after it.
preloadScreen(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

const client = createQueryClient()
void readFirst(client, window.location.pathname)

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>
        <LiveProvider>
          <Router />
          <Toaster />
        </LiveProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
