import type { CurrentContest } from '#contract/contests.ts'
import { type ContestPhase, contestPhase, contestProgress, daysLeftBadge } from '#domain/contests.ts'
import { dayOf, daysBetween } from '#domain/days.ts'
import { counted } from '#web/ui/time-words.ts'

type Timed = Pick<CurrentContest, 'startDate' | 'endDate' | 'timeZone'>

export interface ContestMoment {
  readonly phase: ContestPhase
  /** 0 to 100: how much of the contest's time has passed. */
  readonly percent: number
  /** When it starts, in words; null once it has. */
  readonly start: string | null
  /** The words about the days to its end, and how urgent they look. */
  readonly badge: { readonly text: string; readonly look: ReturnType<typeof daysLeftBadge> }
}

/** A contest's progress at an instant, in the workspace's days. */
export function contestMoment(contest: Timed, now: Date): ContestMoment {
  const { percent, daysLeft } = contestProgress(contest, now, contest.timeZone)
  const today = dayOf(now, contest.timeZone)
  const phase = contestPhase(contest, today)
  if (phase === 'ended') return { phase, percent, start: null, badge: { text: 'Ended', look: 'secondary' } }
  const badge = { text: `${counted(daysLeft, 'day')} left`, look: daysLeftBadge(daysLeft) }
  const isUpcoming = phase === 'upcoming'
  const start = isUpcoming ? `Starts in ${counted(daysBetween(today, contest.startDate), 'day')}` : null
  return { phase, percent, start, badge }
}

/** More cells than this would be too thin to see; then each stands for several days. */
const mostCells = 62

/** The contest's days as cells, first to last: `past`, `today` and `rest`. */
export function daysStrip(contest: Timed, now: Date): ('past' | 'today' | 'rest')[] {
  const days = daysBetween(contest.startDate, contest.endDate) + 1
  const passed = daysBetween(contest.startDate, dayOf(now, contest.timeZone))
  const daysPerCell = Math.ceil(days / mostCells)
  const present = Math.floor(passed / daysPerCell)
  return Array.from({ length: Math.ceil(days / daysPerCell) }, (_, cell) => {
    if (cell === present && passed < days) return 'today'
    return cell < present || passed >= days ? 'past' : 'rest'
  })
}

/** A contest's first and last day, with their year where that is not the present one. */
export function contestDays(
  { startDate, endDate, timeZone }: Timed,
  now: Date,
): { first: string; last: string } {
  const thisYear = dayOf(now, timeZone).slice(0, 4)
  const isNear = startDate.startsWith(thisYear) && endDate.startsWith(thisYear)
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(isNear ? {} : { year: 'numeric' as const }),
  })
  return { first: format.format(new Date(startDate)), last: format.format(new Date(endDate)) }
}
