import type { CurrentContest } from '#contract/contests.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestMoment, daysStrip } from './contest-moment.ts'
import * as classes from './days-strip.module.css'

interface DaysStripProps {
  readonly contest: CurrentContest
  readonly size?: 'normal' | 'big'
}

/** One cell for each day of a contest: those that have passed, today, and the rest. Kept up to date. */
export function DaysStrip({ contest, size = 'normal' }: DaysStripProps) {
  const now = useMinute()
  const { percent } = contestMoment(contest, now)
  const cells = daysStrip(contest, now).map((kind, day) => ({ kind, key: `cell-${day}` }))
  return (
    <div
      className={classes.strip}
      data-size={size}
      role="progressbar"
      aria-label="Time passed"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${percent}%`}
    >
      {cells.map(({ kind, key }) => (
        <span key={key} className={classes.cell} data-kind={kind} />
      ))}
    </div>
  )
}
