import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  readonly title: string
  /** Shown below the title. */
  readonly note?: string
  readonly children: ReactNode
}

/** A titled card within a section of the tab. */
export function Card({ title, note, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.content}>{children}</div>
    </section>
  )
}
