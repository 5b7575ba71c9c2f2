import type { CurrentContest } from '#contract/contests.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestDays, contestMoment } from './contest-moment.ts'
import * as classes from './contest-time.module.css'

interface ContestTimeProps {
  readonly contest: CurrentContest
}

/**
 * The days that a contest has left, kept up to date: plain words at first, a pill when they become few. Before its start
 * they stand behind the words that say when it starts.
 */
export function DaysLeft({ contest }: ContestTimeProps) {
  const { start, badge } = contestMoment(contest, useMinute())
  const left = (
    <span className={classes.badge} data-look={badge.look}>
      {badge.text}
    </span>
  )
  if (!start) return left
  return (
    <span className={classes.start} data-look="secondary">
      <span className={classes.badge}>{start}</span>
      {left}
    </span>
  )
}

/** A contest's first and last day: "Nov 1 – Nov 30". */
export function ContestDays({ contest }: ContestTimeProps) {
  const { first, last } = contestDays(contest, useMinute())
  return (
    <span className={classes.days}>
      <time dateTime={contest.startDate}>{first}</time> – <time dateTime={contest.endDate}>{last}</time>
    </span>
  )
}
