import { startTransition, useEffect, useState } from 'react'

const mostWaitMs = 2_000

/** False until the browser has nothing else to do, or two seconds have passed: for what the first screen does not need. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const settle = () => startTransition(() => setIsIdle(true))
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(settle, mostWaitMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(settle, { timeout: mostWaitMs })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
