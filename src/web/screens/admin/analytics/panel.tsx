import { type ReactNode, useId } from 'react'
import * as classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly note?: string
  /** After the note. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A surface with a title below the one of the tab. */
export function Panel({ title, note, action, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        {(note || action) && (
          <div className={classes.end}>
            {note && <p className={classes.note}>{note}</p>}
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}
