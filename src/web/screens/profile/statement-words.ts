import type { LedgerEntry, LedgerMonth } from '#contract/ledger.ts'
import { achievementKinds } from '#domain/achievements.ts'
import { type InteractionType, platformNames } from '#domain/vocabulary.ts'

/** How an entry looks: grey where it took something back or was taken back. */
export type EntryTone = 'plain' | 'badge' | 'verified' | 'undone'

const done: Readonly<Record<InteractionType, string>> = {
  like: 'Liked',
  comment: 'Commented on',
  share: 'Shared',
}
const undone: Readonly<Record<InteractionType, string>> = {
  like: 'Undid a like on',
  comment: 'Undid a comment on',
  share: 'Undid a share of',
}

/** What an entry was booked for, in words. */
export function entryWords(entry: LedgerEntry): string {
  const { reason, report, achievement, amount } = entry
  const badge = achievementKinds.find(({ code }) => code === achievement)?.name ?? 'A badge'
  switch (reason) {
    case 'interaction':
      return `${done[report ?? 'like']} ${postWords(entry)}`
    case 'undo':
      return report ? `${undone[report]} ${postWords(entry)}` : `Badge taken back: ${badge}`
    case 'achievement':
      return `Badge: ${badge}`
    case 'link_click':
      return `A click on your link to ${postWords(entry)}`
    case 'share':
      return `${amount < 0 ? 'Share corrected' : 'Share verified'}: ${shareWords(entry)}`
    case 'adjustment':
      return 'Correction'
  }
}

export function entryTone({ reason, isUndone, amount }: LedgerEntry): EntryTone {
  if (reason === 'undo' || isUndone) return 'undone'
  if (reason === 'achievement') return 'badge'
  return reason === 'share' && amount > 0 ? 'verified' : 'plain'
}

/** `+1,500` or `−15`. */
export function signedPoints(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')}`
}

/** `Nov 22` for a workspace day. */
export function entryDay(day: string): string {
  return formatted(day, { month: 'short', day: 'numeric' })
}

/** `November` for a month (`YYYY-MM`) of the year of `today`, else with its year. */
export function monthTitle(month: string, today: Date): string {
  const year = month.startsWith(`${today.getFullYear()}-`) ? {} : { year: 'numeric' as const }
  return formatted(`${month}-01`, { month: 'long', ...year })
}

export interface MonthOfEntries extends LedgerMonth {
  readonly shown: readonly LedgerEntry[]
}

/** The entries, newest first, under their months. Months without any of these entries are left out. */
export function byMonth(
  months: readonly LedgerMonth[],
  entries: readonly LedgerEntry[],
): readonly MonthOfEntries[] {
  return months
    .map((month) => ({ ...month, shown: entries.filter(({ day }) => day.startsWith(month.month)) }))
    .filter(({ shown }) => shown.length > 0)
}

function postWords({ title, author }: LedgerEntry): string {
  return title ? `“${title}”` : `a post by ${author ?? 'the company'}`
}

function shareWords({ title, platform }: LedgerEntry): string {
  return title || (platform ? `on ${platformNames[platform]}` : 'yours')
}

function formatted(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
