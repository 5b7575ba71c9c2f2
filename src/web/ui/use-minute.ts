import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The current time. It re-renders the component every minute. */
export function useMinute(): Date {
  useSyncExternalStore(subscribe, currentMinute)
  return new Date()
}

// One timer for all components, because every row of a long list uses this.
function subscribe(onTick: () => void): () => void {
  listeners.add(onTick)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, minuteMs)
  return () => {
    listeners.delete(onTick)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
