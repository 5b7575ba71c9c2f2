import type { MemberDay } from '#contract/members.ts'
import { counted } from '#web/ui/time-words.ts'

/** How strongly a day is coloured, 0 for a day without a report. */
export function stepOf(reports: number): 0 | 1 | 2 | 3 | 4 {
  if (reports <= 0) return 0
  if (reports === 1) return 1
  if (reports <= 3) return 2
  return reports <= 5 ? 3 : 4
}

export interface CalendarWeek {
  /** Monday first; the last week ends today. */
  readonly days: readonly MemberDay[]
  /** The month that begins in this week, or with the calendar, such as `Sep`; null for none. */
  readonly month: string | null
}

/** The days, which begin on a Monday, in weeks. */
export function weeksOf(days: readonly MemberDay[]): CalendarWeek[] {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
  const months = weeks.map((week, at) => {
    const first = week.find(({ day }) => day.endsWith('-01')) ?? (at === 0 ? week[0] : undefined)
    return first ? monthWord(first.day) : null
  })
  // Two names side by side would touch each other.
  return weeks.map((week, at) => ({ days: week, month: at === 0 && months[1] ? null : (months[at] ?? null) }))
}

/** `Sep 7: 3 reports`. */
export function dayWords({ day, reports }: MemberDay): string {
  return `${dayWord(day)}: ${reports === 0 ? 'no report' : counted(reports, 'report')}`
}

/** What the calendar shows, in a sentence. */
export function calendarSummary(days: readonly MemberDay[]): string {
  const active = days.filter(({ reports }) => reports > 0)
  const most = Math.max(0, ...active.map(({ reports }) => reports))
  const best = active.find(({ reports }) => reports === most)
  if (!best) return `No reports in the last ${counted(days.length, 'day')}.`
  const among = `Reports on ${active.length} of the last ${counted(days.length, 'day')}`
  return `${among}, the most on ${dayWord(best.day)}: ${most.toLocaleString('en-US')}.`
}

export function dayWord(day: string): string {
  return formatted(day, { month: 'short', day: 'numeric' })
}

function monthWord(day: string): string {
  return formatted(day, { month: 'short' })
}

function formatted(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
