import { Check } from 'lucide-react'
import type { Today } from '#contract/today.ts'
import * as classes from './week-dots.module.css'

/** A dot for each day of the current week: with a report, today, or without one. Undefined while it loads. */
export function WeekDots({ week }: { readonly week: Today['week'] | undefined }) {
  if (!week) return <span className={classes.week} aria-hidden />
  const done = week.filter(({ state }) => state === 'done').length
  return (
    <span className={classes.week} role="img" aria-label={`${done} of 7 days this week`}>
      {week.map(({ day, state }) => (
        <i key={day} data-state={state}>
          <Check size={11} aria-hidden />
        </i>
      ))}
    </span>
  )
}
