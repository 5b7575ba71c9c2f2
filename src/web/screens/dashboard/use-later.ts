import { startTransition, useEffect, useState } from 'react'

/** False at first: what is below the first screenful renders in slices after the first paint, which comes sooner so. */
export function useLater(): boolean {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsTime(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isTime
}
