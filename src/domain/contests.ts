import { addDays, type Day, dayOf, daysBetween, startOfDay } from './days.ts'
import type { MonthlyWinnerId, UserId } from './ids.ts'

/** The days a contest covers, both included, in the workspace's time zone. */
export interface ContestWindow {
  readonly startDate: Day
  readonly endDate: Day
}

export interface ContestState extends ContestWindow {
  readonly isActive: boolean
}

/** How long after its end a contest is closed. By then the last undo window is over. */
export const closingDelayMs = 10 * 60_000
/** For how many days after the end of a contest its champion is news. */
export const winnerNewsDays = 14
/** For how many days a deleted contest can be restored. */
export const restoreDays = 30

const dayMs = 86_400_000

/** Whether a report on `day` counts for a contest. */
export function countsFor(contest: ContestState, day: Day): boolean {
  return contest.isActive && contest.startDate <= day && day <= contest.endDate
}

/** The contest that is shown as current: active and running today, else the next active one, else none. */
export function currentContest<C extends ContestState>(contests: readonly C[], today: Day): C | null {
  const running = contests.find((contest) => countsFor(contest, today))
  if (running) return running
  const upcoming = contests.filter((contest) => contest.isActive && contest.startDate > today)
  return upcoming.reduce<C | null>(
    (next, contest) => (next === null || contest.startDate < next.startDate ? contest : next),
    null,
  )
}

/** The first instant after a contest. */
export function endOfContest({ endDate }: Pick<ContestWindow, 'endDate'>, timeZone: string): Date {
  return startOfDay(addDays(endDate, 1), timeZone)
}

/** Whether a contest's last undo window is over, so that its winner can be named. */
export function isClosable(contest: ContestState, now: Date, timeZone: string): boolean {
  return contest.isActive && now.getTime() >= endOfContest(contest, timeZone).getTime() + closingDelayMs
}

/** Whether a champion that is named now is news. An old contest gets its champion without a word. */
export function isNews(contest: ContestWindow, now: Date, timeZone: string): boolean {
  return now.getTime() < endOfContest(contest, timeZone).getTime() + winnerNewsDays * dayMs
}

/** Since when a contest must have been deleted, at the earliest, so that it can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restoreDays * dayMs)
}

export type ContestPhase = 'upcoming' | 'running' | 'ended'

/** Where a contest stands by its dates, whether it is active or not. */
export function contestPhase({ startDate, endDate }: ContestWindow, today: Day): ContestPhase {
  if (today < startDate) return 'upcoming'
  return today > endDate ? 'ended' : 'running'
}

/** The days of a contest up to today: all of them once it is over, none before it begins. */
export function daysSoFar({ startDate, endDate }: ContestWindow, today: Day): Day[] {
  const last = today < endDate ? today : endDate
  return Array.from({ length: Math.max(0, daysBetween(startDate, last) + 1) }, (_, nth) =>
    addDays(startDate, nth),
  )
}

/** The sum up to and including each day, of what each day brought. */
export function runningSums(days: readonly Day[], gains: ReadonlyMap<Day, number>): number[] {
  let sum = 0
  return days.map((day) => {
    sum += gains.get(day) ?? 0
    return sum
  })
}

export interface ContestProgress {
  /** The part of the contest's time that has passed, rounded: 0 before the start, 100 after the end. */
  readonly percent: number
  /** Days to the end, where today counts as a full day; 0 once it is over. */
  readonly daysLeft: number
}

/** How much of a contest has passed, in the workspace's time zone. */
export function contestProgress(contest: ContestWindow, now: Date, timeZone: string): ContestProgress {
  const startMs = startOfDay(contest.startDate, timeZone).getTime()
  const endMs = endOfContest(contest, timeZone).getTime()
  const passed = (now.getTime() - startMs) / (endMs - startMs)
  // Calendar days, not hours: a day with 25 hours is still one day.
  const daysLeft = daysBetween(dayOf(now, timeZone), contest.endDate) + 1
  return {
    percent: Math.round(Math.min(1, Math.max(0, passed)) * 100),
    daysLeft: Math.max(0, daysLeft),
  }
}

/** The badge variant for the days left: the fewer, the more urgent it looks. */
export function daysLeftBadge(daysLeft: number): 'secondary' | 'default' | 'destructive' {
  if (daysLeft > 7) return 'secondary'
  return daysLeft > 3 ? 'default' : 'destructive'
}

/** The year and month to which a contest and its winner belong: those of the first day. */
export function monthOfContest({ startDate }: Pick<ContestWindow, 'startDate'>): {
  year: number
  month: number
} {
  const [year = 0, month = 1] = startDate.split('-').map(Number)
  return { year, month }
}

/** A contest's winner, reduced to what decides the winner of the year. */
export interface MonthWon {
  readonly id: MonthlyWinnerId
  readonly userId: UserId
  readonly year: number
  readonly month: number
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
}

export interface YearWon extends Omit<MonthWon, 'month'> {
  /** Contests won: a month can have several. */
  readonly totalMonthsWon: number
}

/** The member who won the most contests of each year, newest year first. More points in them break a tie. */
export function annualWinners(contests: readonly MonthWon[]): YearWon[] {
  const byMember = new Map<string, YearWon>()
  for (const { month: _, ...won } of contests) {
    const key = `${won.year} ${won.userId}`
    const known = byMember.get(key)
    byMember.set(key, known ? withContest(known, won) : { ...won, totalMonthsWon: 1 })
  }
  const best = new Map<number, YearWon>()
  for (const candidate of byMember.values()) {
    const leader = best.get(candidate.year)
    if (!leader || isBetterYear(candidate, leader)) best.set(candidate.year, candidate)
  }
  return [...best.values()].sort((a, b) => b.year - a.year)
}

function withContest(known: YearWon, won: Omit<MonthWon, 'month'>): YearWon {
  return {
    ...known,
    // The same id for the year, in whatever order the contests come.
    id: won.id < known.id ? won.id : known.id,
    totalMonthsWon: known.totalMonthsWon + 1,
    totalPoints: known.totalPoints + won.totalPoints,
    totalShares: known.totalShares + won.totalShares,
    totalEngagements: known.totalEngagements + won.totalEngagements,
  }
}

function isBetterYear(a: YearWon, b: YearWon): boolean {
  const difference =
    a.totalMonthsWon - b.totalMonthsWon ||
    a.totalPoints - b.totalPoints ||
    a.totalShares - b.totalShares ||
    a.totalEngagements - b.totalEngagements
  return difference === 0 ? a.userId < b.userId : difference > 0
}
