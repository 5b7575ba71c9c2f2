import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Content below the first screenful. It renders in slices after the first paint, which comes sooner on slow phones. */
export function Later({ children }: { readonly children: ReactNode }) {
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
  return isTime && children
}
