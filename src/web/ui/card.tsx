import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  /** Names the part of the screen, small above the title. It is the h2 then, and the title an h3. */
  readonly section?: string
  readonly title: string
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode
  /** A quiet line at the foot, such as a link to all of it. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** A titled surface. */
export function Card({ section, title, aside, foot, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.titles}>
          {section && <h2 className={classes.section}>{section}</h2>}
          {section ? (
            <h3 id={id} className={classes.title}>
              {title}
            </h3>
          ) : (
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
          )}
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}
