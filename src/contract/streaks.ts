import type { Weekday } from '#domain/board-windows.ts'
import type { Day } from '#domain/days.ts'
import type { DayState, Keeper } from '#domain/kept-streak.ts'
import type { StreakMode, StreakRules } from '#domain/streak-rules.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The rules of streaks with the holidays of the workspace. */
export interface StreakRulesAndHolidays {
  readonly mode: StreakMode
  readonly workingDays: readonly Weekday[]
  /** In order. They need no report while `mode` is `working_days`. */
  readonly holidays: readonly Day[]
  readonly freezes: boolean
}

/** At most so many holidays. */
export const mostHolidays = 1_000
/** At most so many away days of a member. */
export const mostAwayDays = 400
/** So many days are explained to their member, up to today. */
export const explainedDays = 14

/** A member's own streak, and why it stands. */
export interface OwnStreak {
  /** The time zone of the member's days. */
  readonly timeZone: string
  /** The one that the member chose; null if the days follow the chat's profile or the workspace. */
  readonly ownZone: string | null
  /** Those that the member can still change, in order: from seven days ago on. */
  readonly awayDays: readonly Day[]
  /** Held freezes, at most two. */
  readonly freezes: number
  /** What keeps the streak alive today; null where none stands. */
  readonly keptAliveBy: Keeper | null
  /** `report` while today needs one. */
  readonly todayNeeds: 'report' | null
  /** In days. */
  readonly current: number
  readonly longest: number
  /** The member's present day. */
  readonly today: Day
  /** The latest days up to today, oldest first, and what each was for the streak. */
  readonly days: readonly { readonly day: Day; readonly state: DayState }[]
  /** A streak that broke yesterday and can be repaired; null if there is none. */
  readonly repair: StreakRepair | null
  /** The rules that hold today. */
  readonly rules: StreakRules
}

export interface StreakRepair {
  /** The missed day. */
  readonly day: Day
  /** How many days the streak had lasted. */
  readonly length: number
  /** So many more reports are needed. */
  readonly reportsLeft: number
  /** Until when, ISO 8601 in UTC. */
  readonly until: string
}

export const getStreakRules = endpoint<{ answer: Data<StreakRulesAndHolidays> }>(
  'GET',
  '/api/admin/streak-rules',
)

/** Changes the rules from today on; what is omitted stays as it is. Days before keep the rules that held on them. */
export const putStreakRules = endpoint<{
  body: Partial<StreakRulesAndHolidays>
  answer: Data<StreakRulesAndHolidays>
}>('PUT', '/api/admin/streak-rules')

/** The signed-in member's streak. */
export const getOwnStreak = endpoint<{ answer: Data<OwnStreak> }>('GET', '/api/streak/mine')

/**
 * Changes the member's time zone (null follows the chat's profile or the workspace again) and away days, which replace
 * those that can still be changed. What is omitted stays as it is.
 */
export const putOwnStreak = endpoint<{
  body: { readonly timeZone?: string | null; readonly awayDays?: readonly Day[] }
  answer: Data<OwnStreak>
}>('PUT', '/api/streak/mine')

/** Repairs the streak that broke yesterday, with three reports of today. */
export const repairStreak = endpoint<{ answer: Data<OwnStreak> }>('POST', '/api/streak/repair')
