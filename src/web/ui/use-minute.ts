import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The present; draws its reader anew as the minutes pass. */
export function useMinute(): Date {
  useSyncExternalStore(subscribe, currentMinute)
  return new Date()
}

// One timer for all: a long list has a reader in every row.
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
