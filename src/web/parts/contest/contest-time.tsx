import type { CurrentContest } from '#contract/contests.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestMoment } from './contest-moment.ts'
import classes from './contest-time.module.css'

interface ContestTimeProps {
  readonly contest: CurrentContest
}

/** The days that a contest has left, kept up to date. */
export function DaysLeft({ contest }: ContestTimeProps) {
  const { badge } = contestMoment(contest, useMinute())
  return (
    <span className={classes.badge} data-look={badge.look}>
      {badge.text}
    </span>
  )
}

/** A bar for the part of a contest's time that has passed, kept up to date. */
export function ContestProgress({ contest }: ContestTimeProps) {
  const { percent } = contestMoment(contest, useMinute())
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Time passed"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${percent}%`}
      >
        <div className={classes.passed} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.percent} aria-hidden>
        {percent}%
      </span>
    </div>
  )
}
