import type { Id, Identified } from './ids.ts'
import type { CheckCause, CheckLevel, InteractionType } from './vocabulary.ts'

/** What keeps reports honest. */
export interface HonestySettings {
  /** How many reports of a type earn points on one day; null for no limit. */
  readonly dailyCaps: Readonly<Record<InteractionType, number | null>>
  /** How many clicks on a member's links earn points on one day: in all, and from one address. */
  readonly linkClicks: { readonly perDay: number; readonly perAddress: number }
  readonly checks: CheckLevel
}

export const defaultHonesty: HonestySettings = {
  dailyCaps: { like: null, comment: null, share: null },
  linkClicks: { perDay: 20, perAddress: 3 },
  checks: 'off',
}

/** The largest number that a limit may have. */
export const largestCap = 10_000

/** How many of a member's reports of a type have earned today, against the cap. */
export interface CapUse {
  readonly earned: number
  /** Null for no limit. */
  readonly cap: number | null
}

/** Whether one more report earns points. */
export function isUnderCap({ earned, cap }: CapUse): boolean {
  return cap === null || earned < cap
}

/** Whether the member is told how many are left: from half the cap on. */
export function showsCap({ earned, cap }: CapUse): boolean {
  return cap !== null && earned * 2 >= cap
}

/** How long a member has to answer a check before a reviewer decides it. */
export const checkAnswerMs = 5 * 86_400_000
/** The most checks that are open for one member. */
export const mostOpenChecks = 3
/** More reports than this within `burstMs` are a burst. */
export const burstReports = 8
export const burstMs = 10 * 60_000
/** A member's first reports are checked more often. */
export const firstReports = 10
/** The fewest characters of a word that answers a check. */
export const shortestNote = 3

/** One in how many reports is checked: of a member's first ones, and later. */
export const oneIn: Readonly<Record<Exclude<CheckLevel, 'off'>, { early: number; later: number }>> = {
  light: { early: 10, later: 40 },
  normal: { early: 5, later: 20 },
}

/** What decides whether a new report is checked. */
export interface SampleCase {
  readonly level: CheckLevel
  /** Which of the member's live reports it is, counted from 1. */
  readonly nth: number
  /** The member's reports within `burstMs`, this one included. */
  readonly recent: number
  /** The member's open checks. */
  readonly open: number
  /** A whole number from 0, drawn anew for each report. */
  readonly draw: number
}

/** Why a new report is checked; null if it is not. */
export function checkCause({ level, nth, recent, open, draw }: SampleCase): CheckCause | null {
  if (level === 'off' || open >= mostOpenChecks) return null
  if (recent > burstReports) return 'burst'
  const { early, later } = oneIn[level]
  if (nth <= firstReports) return draw % early === 0 ? 'new_member' : null
  return draw % later === 0 ? 'sample' : null
}

/** A draw that an id always gives again: its last 28 bits, which are random. */
export function drawOf(id: Id<Identified>): number {
  return Number.parseInt(id.slice(-7), 16)
}

/** Whether a confirmation says enough: a tap for a like, otherwise a link or a word. */
export function isConfirmed(
  type: InteractionType,
  { link, note }: { readonly link: string | null; readonly note: string | null },
): boolean {
  return type === 'like' || link !== null || Array.from(note ?? '').length >= shortestNote
}
