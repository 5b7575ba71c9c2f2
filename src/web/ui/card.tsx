import { type ReactNode, type Ref, useId } from 'react'
import * as classes from './card.module.css'

interface CardProps {
  /** Names the part of the screen, small above the title. It is the h2 then, and the title an h3. */
  readonly section?: string
  /** Left out where the section's name is the card's. */
  readonly title?: ReactNode
  /** Lets the title take the focus when the focused element is gone. */
  readonly titleRef?: Ref<HTMLHeadingElement>
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode
  /** A quiet line at the foot, such as a link to all of it. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** A titled surface. */
export function Card({ section, title, titleRef, aside, foot, children }: CardProps) {
  const id = useId()
  const Title = section ? 'h3' : 'h2'
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head} data-untitled={!title || undefined}>
        <div className={classes.titles}>
          {section && (
            <h2 id={title ? undefined : id} className={classes.section}>
              {section}
            </h2>
          )}
          {title && (
            <Title ref={titleRef} id={id} className={classes.title} tabIndex={titleRef ? -1 : undefined}>
              {title}
            </Title>
          )}
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}
