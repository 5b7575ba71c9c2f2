import type { ReactNode, Ref } from 'react'
import * as classes from './scroll-region.module.css'

interface ScrollRegionProps {
  readonly label: string
  /** Sets the greatest height. */
  readonly className: string | undefined
  readonly children: ReactNode
  readonly ref?: Ref<HTMLElement> | undefined
}

/** A part of a screen that scrolls separately. */
export function ScrollRegion({ label, className, children, ref }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable to scroll it by keyboard
    <section ref={ref} className={`${classes.region} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
