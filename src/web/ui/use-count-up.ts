import { useEffect, useRef, useState } from 'react'

const countUpMs = 400

/**
 * The number to render while `value` changes. It counts from the old value to the new one, or jumps for readers who
 * prefer reduced motion. The first value is shown without counting.
 */
export function useCountUp(value: number): number {
  const [drawn, setDrawn] = useState(value)
  const drawnNow = useRef(value)
  useEffect(() => {
    const from = drawnNow.current
    const startMs = performance.now()
    const durationMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : countUpMs
    let frame = 0
    const draw = (nowMs: number) => {
      drawnNow.current = countedUp({ from, to: value, done: durationMs ? (nowMs - startMs) / durationMs : 1 })
      setDrawn(drawnNow.current)
      if (drawnNow.current !== value) frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return drawn
}

/** A whole number between two values, fast at first and slow at the end. `done` is the elapsed time from 0 to 1. */
export function countedUp({ from, to, done }: { from: number; to: number; done: number }): number {
  const share = Math.min(Math.max(done, 0), 1)
  return share === 1 ? to : Math.round(from + (to - from) * (1 - (1 - share) ** 3))
}
