import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { isOwnNews } from '#web/api/own-acts.ts'
import { refreshUser } from '#web/api/query-client.ts'
import { toast } from '#web/ui/toasts.ts'
import { LiveConnection } from './live-connection.ts'
import { isPointMessage, LiveCache, parsedLiveMessage } from './live-messages.ts'
import type { Person } from './live-toasts.ts'

export interface Live {
  readonly connected: boolean
  readonly lastMessage: LiveMessage | null
  /** Reopens the socket for the browser's current session. */
  readonly reopen: () => void
  /** Closes the socket until `reopen`. */
  readonly close: () => void
}

// If the socket first opens later than this, changes may have been missed, because the first answers are requested as
// soon as the page loads.
const lateOpeningMs = 1000

const LiveContext = createContext<Live | null>(null)

interface LiveProviderProps {
  /** Whether toasts about other people are off. */
  readonly isQuiet: () => boolean
  /** The picture beside news about somebody. */
  readonly pictureOf: (person: Person) => ReactNode
  readonly children: ReactNode
}

/** Keeps the live connection open while the app is mounted. Messages become toasts and fresh data. */
export function LiveProvider({ isQuiet, pictureOf, children }: LiveProviderProps) {
  const client = useQueryClient()
  const [connected, setConnected] = useState(false)
  const [lastMessage, setLastMessage] = useState<LiveMessage | null>(null)
  const connection = useRef<LiveConnection | null>(null)

  useEffect(() => {
    const cache = new LiveCache(client)
    let hasBeenOpen = false
    // The first answers are asked for after the page has begun to load.
    let heard = { atMs: 0, dateMs: performance.timeOrigin }
    const opened = new LiveConnection({
      onConnectedChange: setConnected,
      onMessage(text) {
        const message = parsedLiveMessage(text)
        if (!message) return
        cache.apply(message)
        if (message.type === 'connected') {
          opened.spreadMs = message.data.withinMs ?? 0
          const isLate = hasBeenOpen || performance.now() > lateOpeningMs
          const { signedIn } = message.data
          // One clock stands still while the machine sleeps, the other may be set back.
          const awayMs = Math.max(performance.now() - heard.atMs, Date.now() - heard.dateMs)
          if (isLate) void cache.catchUp(signedIn ? awayMs : Number.POSITIVE_INFINITY)
          hasBeenOpen = true
        }
        heard = { atMs: performance.now(), dateMs: Date.now() }
        // Without a session nothing else is told.
        if (message.type === 'connected' && !message.data.signedIn) heard.dateMs = 0
        const isNews = isPointMessage(message) ? !isOwnNews(client, message) : message.type === 'QUEST_DONE'
        if (isNews && !isQuiet()) void tell(client, message, pictureOf).catch(() => undefined)
        setLastMessage(message)
      },
      // The session may have ended in another tab or by an administrator, so this tab checks now.
      onSessionEnd: () => refreshUser(client),
    })
    connection.current = opened
    opened.open()
    return () => {
      opened.close()
      cache.stop()
    }
  }, [client, isQuiet, pictureOf])

  const live = useMemo<Live>(
    () => ({
      connected,
      lastMessage,
      reopen: () => connection.current?.open(),
      close: () => connection.current?.close(),
    }),
    [connected, lastMessage],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Its words are loaded with the first of them, because no first screen waits for one. */
async function tell(
  client: QueryClient,
  message: LiveMessage,
  pictureOf: LiveProviderProps['pictureOf'],
): Promise<void> {
  const { personIn, toastFor } = await import('./live-toasts.ts')
  const news = toastFor(message)
  const person = personIn(client, message)
  if (news) toast({ ...news, ...(person && { picture: pictureOf(person) }) })
}

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a LiveProvider around it')
  return live
}
