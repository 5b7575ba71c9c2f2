import type { CurrentContest } from '#contract/contests.ts'
import { contestProgress, daysLeftBadge } from '#domain/contests.ts'
import { dayOf, daysBetween } from '#domain/days.ts'
import { counted } from '#web/ui/time-words.ts'

export interface ContestMoment {
  readonly phase: 'to-come' | 'running' | 'over'
  /** 0 to 100: how much of the contest's time has passed. */
  readonly percent: number
  /** The badge's text about the remaining time, and its look. */
  readonly badge: { readonly text: string; readonly look: ReturnType<typeof daysLeftBadge> }
}

/** A contest's progress at an instant, in the workspace's days. */
export function contestMoment(
  contest: Pick<CurrentContest, 'startDate' | 'endDate' | 'timeZone'>,
  now: Date,
): ContestMoment {
  const { percent, daysLeft } = contestProgress(contest, now, contest.timeZone)
  const today = dayOf(now, contest.timeZone)
  if (today < contest.startDate) {
    const text = `Starts in ${counted(daysBetween(today, contest.startDate), 'day')}`
    return { phase: 'to-come', percent, badge: { text, look: 'secondary' } }
  }
  const look = daysLeftBadge(daysLeft)
  if (daysLeft === 0) return { phase: 'over', percent, badge: { text: 'Ended', look } }
  const text = `${counted(daysLeft, 'day')} left`
  return { phase: 'running', percent, badge: { text, look } }
}
