import { type ReactNode, useDeferredValue } from 'react'

/** What the first screenful can do without: it is drawn after that and in slices, so that slow phones show it sooner. */
export function Later({ children }: { readonly children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime && children
}
