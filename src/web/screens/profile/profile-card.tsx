import { type ReactNode, type Ref, useId } from 'react'
import classes from './profile-card.module.css'

interface ProfileCardProps {
  readonly title: string
  /** Shown at the end of the title's line. */
  readonly note?: ReactNode
  /** Lets the title take the focus when the focused element is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>
  /** For a card that has the full width of the screen. */
  readonly isAlone?: boolean
  readonly children: ReactNode
}

/** A titled card on the profile. */
export function ProfileCard({ title, note, headingRef, isAlone = false, children }: ProfileCardProps) {
  const id = useId()
  return (
    <section className={classes.card} data-alone={isAlone || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 ref={headingRef} id={id} className={classes.title} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {children}
    </section>
  )
}
