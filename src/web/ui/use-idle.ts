import { startTransition, useEffect, useState } from 'react'

/** Meanwhile the first screen draws its answers and its pictures. */
const drawingMs = 300
const mostWaitMs = 2_000

let hasSettled = false

/**
 * False until the first screen has had time to be drawn and the browser has nothing else to do, or two seconds have
 * passed: for what that screen does not need at once. Later screens need not wait.
 */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(hasSettled)
  useEffect(() => {
    if (isIdle) return
    return whenIdle(() => {
      hasSettled = true
      startTransition(() => setIsIdle(true))
    })
  }, [isIdle])
  return isIdle
}

/** Calls `settle` once, unless the returned function has been called first. */
function whenIdle(settle: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(settle, mostWaitMs)
    return () => clearTimeout(timer)
  }
  let handle = 0
  const timer = setTimeout(() => {
    handle = requestIdleCallback(settle, { timeout: mostWaitMs - drawingMs })
  }, drawingMs)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(handle)
  }
}
