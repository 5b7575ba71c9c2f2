import { type ReactNode, useId } from 'react'
import classes from './dashboard-card.module.css'

interface DashboardCardProps {
  readonly title: string
  /** 3 for cards below a section's heading, 2 for cards outside the sections. */
  readonly headingLevel: 2 | 3
  /** Shown at the end of the title's line. */
  readonly note?: ReactNode
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A titled card on the dashboard. */
export function DashboardCard({ title, headingLevel, note, footer, children }: DashboardCardProps) {
  const id = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Heading id={id} className={classes.title}>
          {title}
        </Heading>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </section>
  )
}

interface DashboardSectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A section of the dashboard with its heading. */
export function DashboardSection({ title, children }: DashboardSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}
