import { type ReactNode, useId } from 'react'
import classes from './tab-section.module.css'

interface TabSectionProps {
  readonly title: string
  /** One sentence about its purpose. */
  readonly text?: string
  /** Buttons at the end of the title's line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section of a tab with its own heading. */
export function TabSection({ title, text, actions, children }: TabSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.title} tabIndex={-1}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
