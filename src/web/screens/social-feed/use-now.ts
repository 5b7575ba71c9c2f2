import { useEffect, useState } from 'react'

const tickMs = 1000

/** The time, moving on every second as long as `isTicking`. */
export function useNow(isTicking: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
