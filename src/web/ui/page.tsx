import { type ReactNode, useEffect, useRef } from 'react'
import * as classes from './page.module.css'

interface PageProps {
  /** Shown in the browser's tab before the product's name, and as the heading. */
  readonly title: string
  /** The heading's content, if it is not the title. */
  readonly heading?: ReactNode
  /** Shows the heading to screen readers only, for a screen whose content makes it obvious. */
  readonly isHeadingHidden?: boolean
  /** For a screen that sets its own spacing around the heading. */
  readonly isPlain?: boolean
  /** Shown before the heading, such as a back button. */
  readonly before?: ReactNode
  /** Shown at the end of the heading's line. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

// The first screen leaves the focus where the browser put it; only a change of screen moves the focus.
let hasShownPage = false

/** A screen's title and its only h1, which takes the focus when the screen opens. The frame has the `main`. */
export function Page({ title, heading = title, before, after, children, ...look }: PageProps) {
  const headingElement = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Ovation`
  }, [title])
  useEffect(() => {
    if (hasShownPage) {
      window.scrollTo(0, 0)
      headingElement.current?.focus({ preventScroll: true })
    }
    hasShownPage = true
  }, [])
  return (
    <>
      <div className={look.isHeadingHidden || look.isPlain ? undefined : classes.head}>
        {before}
        <h1
          ref={headingElement}
          tabIndex={-1}
          className={look.isHeadingHidden ? 'visually-hidden' : classes.heading}
        >
          {heading}
        </h1>
        {after && <div className={classes.after}>{after}</div>}
      </div>
      {children}
    </>
  )
}
