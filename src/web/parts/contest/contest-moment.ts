import type { CurrentContest } from '#contract/contests.ts'
import { contestProgress, daysLeftBadge } from '#domain/contests.ts'
import { dayOf } from '#domain/days.ts'
import { shortDate } from '#web/ui/time-words.ts'

export interface ContestMoment {
  readonly phase: 'to-come' | 'running' | 'over'
  /** 0 to 100: how much of the contest's time has passed. */
  readonly percent: number
  /** What the badge says about the time that is left, and how it looks. */
  readonly badge: { readonly text: string; readonly look: ReturnType<typeof daysLeftBadge> }
}

/** Where a contest stands at an instant, by the workspace's days. */
export function contestMoment(
  contest: Pick<CurrentContest, 'startDate' | 'endDate' | 'timeZone'>,
  now: Date,
): ContestMoment {
  const { percent, daysLeft } = contestProgress(contest, now, contest.timeZone)
  if (dayOf(now, contest.timeZone) < contest.startDate) {
    return { phase: 'to-come', percent, badge: { text: startText(contest), look: 'secondary' } }
  }
  const look = daysLeftBadge(daysLeft)
  if (daysLeft === 0) return { phase: 'over', percent, badge: { text: 'Ended', look } }
  const text = daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
  return { phase: 'running', percent, badge: { text, look } }
}

function startText({ startDate }: Pick<CurrentContest, 'startDate'>): string {
  return `Starts ${shortDate(startDate)}`
}
