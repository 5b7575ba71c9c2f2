import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Calls `onFocusLost` when the element leaves the page while it, or something inside it, has the focus. */
export function useFocusLost(element: RefObject<HTMLElement | null>, onFocusLost: () => void): void {
  const focusLost = useRef(onFocusLost)
  focusLost.current = onFocusLost
  useLayoutEffect(() => {
    const leaving = element.current
    // This runs just before the element leaves the page, the last moment at which its focus can be detected.
    return () => {
      if (leaving?.contains(document.activeElement)) focusLost.current()
    }
  }, [element])
}
