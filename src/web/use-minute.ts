import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** The present; draws its reader anew as the minutes pass. */
export function useMinute(): Date {
  useSyncExternalStore(subscribe, currentMinute)
  return new Date()
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, minuteMs)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs)
}
