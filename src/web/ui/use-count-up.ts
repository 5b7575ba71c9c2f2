import { useEffect, useRef, useState } from 'react'

const countUpMs = 400

/**
 * The number to draw while `value` changes: it runs from the old value to the new one once, or jumps for readers who
 * want less motion. The first value stands at once.
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

/** The whole number on the way between two, quick at first and slow at the end; `done` is the share of the time gone by. */
export function countedUp({ from, to, done }: { from: number; to: number; done: number }): number {
  const share = Math.min(Math.max(done, 0), 1)
  return share === 1 ? to : Math.round(from + (to - from) * (1 - (1 - share) ** 3))
}
