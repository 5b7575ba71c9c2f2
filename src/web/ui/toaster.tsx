import { lazy, Suspense, useEffect, useState } from 'react'
import { readToasts, subscribeToToasts } from './toasts.ts'

const settlingMs = 3000

// No screen waits for its toasts, so what draws them does not hold up the first screen. Nothing is told by a toast
// alone: the product stays usable when this script cannot be had.
const ToastRegion = lazy(async () => {
  const region = await import('./toast-region.tsx').catch(() => null)
  return { default: region?.ToastRegion ?? NoRegion }
})

/** The one place on the page where toasts appear; it comes with the first of them, or once the page has settled. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    const settling = setTimeout(want, settlingMs)
    const unsubscribe = subscribeToToasts(want)
    if (readToasts().current) want()
    return () => {
      clearTimeout(settling)
      unsubscribe()
    }
  }, [])
  if (!isWanted) return null
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  )
}

function NoRegion() {
  return null
}
