import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { refreshUser } from '#web/api/query-client.ts'
import { toast } from '#web/ui/toasts.ts'
import { LiveConnection } from './live-connection.ts'
import { LiveCache, parsedLiveMessage, toastFor } from './live-messages.ts'

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
  readonly children: ReactNode
}

/** Keeps the live connection open while the app is mounted. Messages become toasts and fresh data. */
export function LiveProvider({ isQuiet, children }: LiveProviderProps) {
  const client = useQueryClient()
  const [connected, setConnected] = useState(false)
  const [lastMessage, setLastMessage] = useState<LiveMessage | null>(null)
  const connection = useRef<LiveConnection | null>(null)

  useEffect(() => {
    const cache = new LiveCache(client)
    let hasBeenOpen = false
    const opened = new LiveConnection({
      onConnectedChange(isConnected) {
        setConnected(isConnected)
        const isLate = hasBeenOpen || performance.now() > lateOpeningMs
        if (isConnected && isLate) cache.refreshAll()
        hasBeenOpen ||= isConnected
      },
      onMessage(text) {
        const message = parsedLiveMessage(text)
        if (!message) return
        cache.apply(message)
        const news = toastFor(message)
        if (news && !isQuiet()) toast(news)
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
  }, [client, isQuiet])

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

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a LiveProvider around it')
  return live
}
