import { useEffect, useReducer } from 'react'

const tickMs = 1000

/** The time now; draws its reader anew every second as long as `isTicking`. */
export function useNow(isTicking: boolean): Date {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isTicking])
  // Read at each drawing and not at each tick: after a sleep of the machine the ticking may end before it has ticked again.
  return new Date()
}
