import type { Page, WebSocketRoute } from '@playwright/test'
import { livePath } from '#contract/live.ts'

interface LosableConnection {
  /** Every attempt to connect so far, the last one last. */
  readonly opened: WebSocketRoute[]
  /** Closes the connection and each that follows, until `comeBack`. */
  lose(): Promise<void>
  comeBack(): void
}

/** Lets a story cut the live connection of a page. Call it before the page opens. */
export async function losableConnection(page: Page): Promise<LosableConnection> {
  const opened: WebSocketRoute[] = []
  let isAway = false
  await page.routeWebSocket(`**${livePath}`, (socket) => {
    opened.push(socket)
    if (isAway) void socket.close()
    else socket.connectToServer()
  })
  return {
    opened,
    lose: async () => {
      isAway = true
      await opened.at(-1)?.close()
    },
    comeBack: () => {
      isAway = false
    },
  }
}
