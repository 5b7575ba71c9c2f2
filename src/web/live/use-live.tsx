import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { getLeaderboard } from '#contract/leaderboard.ts'
import type { LiveMessage, PointMessage } from '#contract/live.ts'
import { isOwnNews } from '#web/api/own-acts.ts'
import { refreshUser } from '#web/api/query-client.ts'
import { read } from '#web/api/read.ts'
import { toast } from '#web/ui/toasts.ts'
import { LiveConnection } from './live-connection.ts'
import { LiveCache, parsedLiveMessage } from './live-messages.ts'

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

interface Person {
  readonly id: string
  readonly displayName: string
  readonly avatar: string | null
}

/** Keeps the live connection open while the app is mounted. Messages become toasts and fresh data. */
export function LiveProvider({ isQuiet, pictureOf, children }: LiveProviderProps) {
  const client = useQueryClient()
  const [connected, setConnected] = useState(false)
  const [lastMessage, setLastMessage] = useState<LiveMessage | null>(null)
  const connection = useRef<LiveConnection | null>(null)

  useEffect(() => {
    const cache = new LiveCache(client)
    const picture = (message: LiveMessage) => {
      const person = personIn(client, message)
      return person ? pictureOf(person) : undefined
    }
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
        const isNews = isPointMessage(message) && !isOwnNews(client, message)
        if (isNews && !isQuiet()) void tell(message, picture(message)).catch(() => undefined)
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
async function tell(message: LiveMessage, picture: ReactNode): Promise<void> {
  const { toastFor } = await import('./live-toasts.ts')
  const news = toastFor(message)
  if (news) toast({ ...news, picture })
}

/** Whom a message is about, if the board that the browser knows has them. */
function personIn(client: QueryClient, message: LiveMessage): Person | null {
  if (!isPointMessage(message)) return null
  const board = client.getQueryData(read(getLeaderboard).queryKey)?.data
  return board?.find(({ username }) => username === message.data.username) ?? null
}

function isPointMessage(message: LiveMessage): message is PointMessage {
  return message.type === 'POINT_UPDATE' || message.type === 'POINT_REMOVAL'
}

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a LiveProvider around it')
  return live
}
