import { useEffect, useReducer } from 'react'

const tickMs = 1000

/** The current time. It re-renders the component every second while `isTicking`. */
export function useNow(isTicking: boolean): Date {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isTicking])
  // Read on each render, not on each tick: after the machine sleeps, ticking may end before the next tick.
  return new Date()
}
