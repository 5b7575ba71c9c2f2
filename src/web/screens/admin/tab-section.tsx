import { type ReactNode, useId } from 'react'
import { shownCount } from '#web/ui/shown-count.ts'
import * as classes from './tab-section.module.css'

interface TabSectionProps {
  readonly title: string
  /** How many there are, beside the title. */
  readonly count?: number | undefined
  /** One sentence about its purpose. */
  readonly text?: string
  /** Tools at the end of the title's line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a tab on a surface of its own. */
export function TabSection({ title, count, text, actions, children }: TabSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.title} tabIndex={-1}>
            {title}
            {count !== undefined && <span className={classes.count}> {shownCount(count)}</span>}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
