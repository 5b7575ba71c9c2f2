import { lazy, Suspense, useEffect, useState } from 'react'
import { watchPresses } from './pressed-control.ts'
import { placeholderId, readToasts, subscribeToToasts } from './toasts.ts'

const settlingMs = 3000

// No screen waits for its toasts, so what draws them does not hold up the first screen. Nothing is told by a toast
// alone: the product stays usable when this script cannot be had.
const ToastRegion = lazy(async () => {
  const region = await import('./toast-region.tsx').catch(() => null)
  return { default: region?.ToastRegion ?? NoRegion }
})

watchPresses()

/**
 * The one place on the page where toasts appear. It comes with the first of them, when F8 asks for it, or once the page
 * has settled.
 */
export function Toaster() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    const settling = setTimeout(want, settlingMs)
    const unsubscribe = subscribeToToasts(want)
    const placeholder = document.getElementById(placeholderId)
    placeholder?.addEventListener('focus', want)
    if (readToasts().current || placeholder?.matches(':focus')) want()
    return () => {
      clearTimeout(settling)
      unsubscribe()
      placeholder?.removeEventListener('focus', want)
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
