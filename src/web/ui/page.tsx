import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page.module.css'

interface PageProps {
  /** Shown in the browser's tab before the product's name, and as the heading. */
  readonly title: string
  /** What the heading shows instead of the title. */
  readonly heading?: ReactNode
  /** For a screen whose content says plainly what it is; the heading is then for screen readers only. */
  readonly isHeadingHidden?: boolean
  /** For a screen that sets its own space around the heading. */
  readonly isPlain?: boolean
  /** Stands before the heading, such as a back button. */
  readonly before?: ReactNode
  /** Stands at the end of the heading's line. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

// The document's first screen keeps the focus where the browser put it; only a change of screen moves it.
let hasShownPage = false

/** A screen's title and its one h1, which takes the focus when the screen is come to. The frame around it holds the `main`. */
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
