import type { Weekday } from './board-windows.ts'
import { addDays, type Day, weekdayOf } from './days.ts'

/** On which days a streak needs a report. */
export const streakModes = ['every_day', 'working_days'] as const
export type StreakMode = (typeof streakModes)[number]

/** What an administrator decides about streaks. */
export interface StreakRules {
  readonly mode: StreakMode
  /** Days of the week that need a report: 1 is Monday, 7 is Sunday. They count with `working_days` alone. */
  readonly workingDays: readonly Weekday[]
  /** Whether members earn freezes, which keep a streak over a missed day. */
  readonly freezes: boolean
}

export const defaultStreakRules: StreakRules = {
  mode: 'every_day',
  workingDays: [1, 2, 3, 4, 5],
  freezes: false,
}

/** Rules that hold from a day on, until the next ones do. */
export interface RulesSince extends StreakRules {
  readonly since: Day
}

/** A day that was declared to be off. */
export interface DeclaredDay {
  /** Whether a report on it counts all the same, because it may have been made before the day was declared. */
  readonly counts: boolean
}

/** What the workspace says of days. */
export interface StreakCalendar {
  /** Oldest first. Before the first ones, the default rules hold. */
  readonly rules: readonly RulesSince[]
  readonly holidays: ReadonlyMap<Day, DeclaredDay>
  /** Days on which the product was down. */
  readonly excused: ReadonlySet<Day>
}

/** Why a day of a member needs no report, apart from what the workspace says. */
export const ownDayKinds = ['away', 'zone', 'repaired'] as const
export type OwnDayKind = (typeof ownDayKinds)[number]

/** A member's own days: away, cut short by a change of the time zone, or missed and made good by a repair. */
export type OwnDays = ReadonlyMap<Day, DeclaredDay & { readonly kind: OwnDayKind }>

export const noOwnDays: OwnDays = new Map()

/** How many freezes a member can keep. */
export const mostFreezes = 2
/** So many reports in a month earn its freeze. */
export const reportsForFreeze = 10
/** So many reports repair a streak. */
export const reportsForRepair = 3
/** For so long after the end of the missed day a streak can be repaired. */
export const repairMs = 24 * 3_600_000
/** So many days back a member can still say that they were away. */
export const mostDaysBack = 7
/** So many days ahead a member can say that they will be away. */
export const mostDaysAhead = 366

/** The rules that are in force on a day. */
export function rulesOn(rules: readonly RulesSince[], day: Day): StreakRules {
  return rulesSince(rules, day) ?? defaultStreakRules
}

function rulesSince(rules: readonly RulesSince[], day: Day): RulesSince | undefined {
  return rules.findLast(({ since }) => since <= day)
}

/** Whether the specification's rule holds on a day: every day needs a report, and nothing else keeps a streak. */
export function isPlainOn(rules: readonly RulesSince[], day: Day): boolean {
  const { mode, freezes } = rulesOn(rules, day)
  return mode === 'every_day' && !freezes
}

/** Whether streaks can be repaired on a day: under all rules but the default ones. */
export function isRepairable(rules: readonly RulesSince[], day: Day): boolean {
  return !isPlainOn(rules, day)
}

/** Why a day needs no report, and a report on it does not count. */
export type DayOff = 'weekend' | 'holiday' | 'away'

/** Null on a day that needs a report. */
export function dayOff({ rules, holidays }: StreakCalendar, own: OwnDays, day: Day): DayOff | null {
  const { mode, workingDays } = rulesOn(rules, day)
  if (mode === 'every_day') return null
  if (!workingDays.includes(weekdayOf(day))) return 'weekend'
  if (holidays.has(day)) return 'holiday'
  return own.get(day)?.kind === 'away' ? 'away' : null
}

/** Whether people work on a day, apart from those who are away: by the rules, or from Monday to Friday, but on no holiday. */
export function isWorkingDay({ rules, holidays }: StreakCalendar, day: Day): boolean {
  const { mode, workingDays } = rulesOn(rules, day)
  const days = mode === 'working_days' ? workingDays : defaultStreakRules.workingDays
  return days.includes(weekdayOf(day)) && !holidays.has(day)
}

/** Whether a report on a day adds to the streak. What came before a day was declared off, or before new rules, does. */
export function isCounting(calendar: StreakCalendar, own: OwnDays, day: Day): boolean {
  const off = dayOff(calendar, own, day)
  if (off === null) return true
  if (off === 'weekend') return rulesSince(calendar.rules, day)?.since === day
  return (off === 'holiday' ? calendar.holidays.get(day) : own.get(day))?.counts === true
}

/** Why a day without a report breaks no streak, apart from freezes; null if it does. */
export type Spared = DayOff | 'excused' | 'zone' | 'repaired'

export function spared(calendar: StreakCalendar, own: OwnDays, day: Day): Spared | null {
  const off = dayOff(calendar, own, day)
  if (off !== null) return off
  if (calendar.excused.has(day)) return 'excused'
  const kind = own.get(day)?.kind
  return kind === 'zone' || kind === 'repaired' ? kind : null
}

/**
 * The days that a change of the time zone cuts short for a member: from the day that it was in the old zone to the one
 * before that in the new zone. None if the new day is not later.
 */
export function daysCutShort(before: Day, after: Day): Day[] {
  const days: Day[] = []
  for (let day = before; day < after; day = addDays(day, 1)) days.push(day)
  return days
}

/** The first year in which no day needs a report, of the years that the holidays touch; null if every year has one. */
export function yearWithoutWork(workingDays: readonly Weekday[], holidays: readonly Day[]): string | null {
  const off = new Set(holidays)
  for (const year of new Set(holidays.map((day) => day.slice(0, 4)))) {
    let day = `${year}-01-01` as Day
    while (day.startsWith(year) && (off.has(day) || !workingDays.includes(weekdayOf(day))))
      day = addDays(day, 1)
    if (!day.startsWith(year)) return year
  }
  return null
}
