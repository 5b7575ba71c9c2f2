import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly note?: string
  readonly children: ReactNode
}

/** A surface with a title below the one of the tab. */
export function Panel({ title, note, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {children}
    </section>
  )
}
