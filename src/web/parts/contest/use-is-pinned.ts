import { type RefObject, useEffect, useState } from 'react'

/** Whether a sticky element is held at the foot of the window because its own place is further down. */
export function useIsPinned(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isPinned, setIsPinned] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched || !isWanted) return
    // One pixel more than the distance that it keeps from the edge: held there, it is never wholly inside.
    const bottom = Number.parseFloat(getComputedStyle(watched).bottom) + 1
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.rootBounds) return
        setIsPinned(entry.intersectionRatio < 1 && entry.boundingClientRect.bottom > entry.rootBounds.bottom)
      },
      { rootMargin: `0px 0px ${-bottom}px 0px`, threshold: [0, 0.99, 1] },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isWanted])
  return isPinned
}
