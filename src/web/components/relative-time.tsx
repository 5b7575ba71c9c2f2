import { useSyncExternalStore } from 'react'
import { absoluteTime, relativeTime } from '../relative-time.ts'

const tickMs = 60_000

/** How long ago `instant` (ISO 8601) was, kept up to date; the full instant on hover. */
export function RelativeTime({ instant }: { readonly instant: string }) {
  useSyncExternalStore(subscribeToMinutes, currentMinute)
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {relativeTime(new Date(instant), new Date())}
    </time>
  )
}

function subscribeToMinutes(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / tickMs)
}
