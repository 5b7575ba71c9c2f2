import { addDays, type Day } from './days.ts'
import {
  dayOff,
  isCounting,
  isRepairable,
  mostFreezes,
  type OwnDays,
  reportsForFreeze,
  rulesOn,
  type StreakCalendar,
  spared,
} from './streak-rules.ts'
import { noStreak, type Streak, standingStreakDays } from './streaks.ts'

/** What decides a streak besides the reports. */
export interface Keeping {
  readonly calendar: StreakCalendar
  readonly own: OwnDays
}

/** A streak that a missed day has ended. */
interface Break {
  readonly day: Day
  /** How many days it had lasted. */
  readonly length: number
}

/** A streak with everything that explains it, as of a day that is not over. */
export interface KeptStreak extends Streak {
  /** The freezes that the member holds. */
  readonly freezes: number
  /** The days before today on which a freeze kept the streak, oldest first. */
  readonly frozen: readonly Day[]
  /** The missed days before today that ended a streak, oldest first. */
  readonly breaks: readonly Break[]
  /** Whether another report today can still earn this month's freeze. */
  readonly mayEarn: boolean
}

/** How far a streak is followed after the last report. */
const mostDaysKept = 3_660

/**
 * The streak of a member's live reports, given by their number on each day. Days are judged by the rules that were in
 * force on them. `today` and later days are not over, so none of them is missed yet.
 */
export function keptStreak(reports: ReadonlyMap<Day, number>, keeping: Keeping, today: Day): KeptStreak {
  const walk = new Walk(keeping)
  for (const day of [...reports.keys()].sort()) {
    walk.passTo(day, today)
    walk.report(day, reports.get(day) ?? 0)
  }
  walk.passTo(today, today)
  const { freezes } = walk
  const frozen = [...walk.frozen]
  const mayEarn = walk.mayEarn(today)
  walk.follow()
  return { ...walk.streak, freezes, frozen, breaks: walk.breaks, mayEarn }
}

/** Goes from day to day. */
class Walk {
  streak: Streak = noStreak
  freezes = 0
  frozen: Day[] = []
  breaks: Break[] = []
  #stands = false
  /** The day after the last one that was looked at. */
  #next: Day | null = null
  readonly #monthly = new Map<string, number>()
  readonly #earned = new Set<string>()
  readonly #keeping: Keeping

  constructor(keeping: Keeping) {
    this.#keeping = keeping
  }

  report(day: Day, count: number): void {
    const month = day.slice(0, 7)
    this.#monthly.set(month, (this.#monthly.get(month) ?? 0) + count)
    this.#earn(day)
    this.#next = addDays(day, 1)
    const { calendar, own } = this.#keeping
    if (!isCounting(calendar, own, day)) {
      if (this.#stands) this.#keep(day)
      return
    }
    const current = this.#stands ? this.streak.current + 1 : 1
    this.#stands = true
    this.streak = { lastDay: day, current, longest: Math.max(this.streak.longest, current) }
  }

  /** Passes the days without a report before `day`, as far as they are over. */
  passTo(day: Day, today: Day): void {
    const end = day < today ? day : today
    for (let next = this.#next; this.#stands && next !== null && next < end; next = addDays(next, 1)) {
      if (!this.#survives(next)) this.breaks.push({ day: next, length: this.streak.current })
      this.#next = addDays(next, 1)
    }
    // A later day with a report can follow days that are not over where the member's day has gone back.
    for (let next = this.#next; this.#stands && next !== null && next < day; next = addDays(next, 1))
      this.#survives(next)
  }

  /** Finds out how long the streak lasts without any further report. */
  follow(): void {
    for (let day = this.#next, left = mostDaysKept; this.#stands && day !== null && left > 0; left -= 1) {
      this.#survives(day)
      day = addDays(day, 1)
    }
  }

  mayEarn(today: Day): boolean {
    return rulesOn(this.#keeping.calendar.rules, today).freezes && !this.#earned.has(today.slice(0, 7))
  }

  #keep(day: Day): void {
    this.streak = { ...this.streak, lastDay: day }
  }

  #survives(day: Day): boolean {
    const { calendar, own } = this.#keeping
    if (spared(calendar, own, day) !== null) this.#keep(day)
    else if (this.freezes > 0 && rulesOn(calendar.rules, day).freezes) {
      this.freezes -= 1
      this.frozen.push(day)
      this.#keep(day)
      this.#earn(day)
    } else this.#stands = false
    return this.#stands
  }

  #earn(day: Day): void {
    const month = day.slice(0, 7)
    if (this.freezes >= mostFreezes || this.#earned.has(month)) return
    if ((this.#monthly.get(month) ?? 0) < reportsForFreeze) return
    if (!rulesOn(this.#keeping.calendar.rules, day).freezes) return
    this.#earned.add(month)
    this.freezes += 1
  }
}

/** What a day was for a streak: `open` is today without a report, and `none` a day on which no streak was lost. */
export const dayStates = [
  'report',
  'freeze',
  'weekend',
  'holiday',
  'away',
  'excused',
  'zone',
  'repaired',
  'missed',
  'open',
  'none',
] as const
export type DayState = (typeof dayStates)[number]

/** What keeps a streak alive, as its member is told; null where none stands, or the product itself spared the day. */
export const keepers = ['report', 'freeze', 'weekend', 'holiday', 'away'] as const
export type Keeper = (typeof keepers)[number]

/** A member's streak with the reports and days that it comes from. */
export interface ToldStreak {
  readonly reports: ReadonlyMap<Day, number>
  readonly keeping: Keeping
  readonly streak: KeptStreak
  readonly today: Day
}

/** What a day up to today was for the streak. */
export function stateOf(
  { reports, keeping: { calendar, own }, streak, today }: ToldStreak,
  day: Day,
): DayState {
  if (reports.has(day) && isCounting(calendar, own, day)) return 'report'
  const off = dayOff(calendar, own, day)
  if (off !== null) return off
  if (streak.frozen.includes(day)) return 'freeze'
  const reason = spared(calendar, own, day)
  if (reason !== null) return reason
  if (day >= today) return 'open'
  return streak.breaks.some((each) => each.day === day) ? 'missed' : 'none'
}

/** What keeps the streak alive today: what today is, and while it is open, what yesterday was. */
export function keptAliveBy(told: ToldStreak): Keeper | null {
  const { streak, today } = told
  if (standingStreakDays(streak, today) === 0) return null
  const state = stateOf(told, today)
  const decisive = state === 'open' ? stateOf(told, addDays(today, -1)) : state
  return keepers.find((keeper) => keeper === decisive) ?? null
}

/** Whether today needs a report for the streak to go on, or to begin one. */
export function needsReport(told: ToldStreak): boolean {
  return stateOf(told, told.today) === 'open'
}

/** The missed day that a repair would make good today; null if nothing can be repaired. */
export function repairableDay({ keeping, streak, today }: ToldStreak): Break | null {
  const broken = streak.breaks.at(-1)
  if (broken === undefined || !isRepairable(keeping.calendar.rules, today)) return null
  return broken.day === addDays(today, -1) ? broken : null
}
