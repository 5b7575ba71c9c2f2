import type { LedgerEntry, LedgerMonth } from '#contract/ledger.ts'
import { displayFirstName } from '#domain/names.ts'
import { receiptWords } from '#domain/statements.ts'
import type { LedgerReason } from '#domain/vocabulary.ts'

/** How an entry looks: grey where it took something back or was taken back. */
export type EntryTone = 'plain' | 'badge' | 'verified' | 'undone'

/** What a statement can be narrowed to. */
export const reasonNames: Readonly<Record<LedgerReason, string>> = {
  interaction: 'Reports',
  undo: 'Undone and taken back',
  share: 'Shares',
  achievement: 'Badges',
  link_click: 'Link clicks',
  adjustment: 'Corrections',
}

/** How the amount came about, in the values of its rule; null where no rule gave it. */
export function sumWords(entry: Pick<LedgerEntry, 'rule' | 'overCap'>): string | null {
  const { rule, overCap } = entry
  if (overCap !== null) {
    return `Over the daily limit of ${overCap.toLocaleString('en-US')}: counts, earns nothing`
  }
  if (rule === null) return null
  return isSumTelling(entry) ? receiptWords(rule) : `${rule.pointValue} by the rule`
}

/** Whether the sum says more than the amount. */
export function isSumTelling({ rule, overCap }: Pick<LedgerEntry, 'rule' | 'overCap'>): boolean {
  return overCap !== null || (rule !== null && (rule.multiplier !== 100 || rule.bonus > 0))
}

/** Who decided something about the entry, and why. */
export function noteWords(entry: LedgerEntry): string | null {
  const { note, reason, subject } = entry
  if (note === null) return null
  const verb = () => {
    if (isTakenBack(entry)) return 'Taken back'
    if (reason === 'adjustment' && subject.type === 'interaction') return 'Given back'
    if (subject.type === 'share') return entry.amount < 0 ? 'Not accepted' : 'Accepted'
    return 'Corrected'
  }
  return note.by ? `${verb()} by ${displayFirstName(note.by.displayName)}: ${note.reason}` : note.reason
}

/** Which day an entry counts for, where that is not the day on which it was booked. */
export function dayWords({ day, bookedOn }: Pick<LedgerEntry, 'day' | 'bookedOn'>): string | null {
  return day === bookedOn ? null : `Counts for ${entryDay(day)}`
}

export function entryTone({ reason, isUndone, amount, shareStatus }: LedgerEntry): EntryTone {
  if (reason === 'undo' || isUndone) return 'undone'
  if (reason === 'achievement') return 'badge'
  return reason === 'share' && amount > 0 && shareStatus !== 'rejected' ? 'verified' : 'plain'
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
    .map((month) => ({ ...month, shown: entries.filter(({ bookedOn }) => bookedOn.startsWith(month.month)) }))
    .filter(({ shown }) => shown.length > 0)
}

/** Whether a reviewer took the report back, not its member. */
function isTakenBack({ reason, note }: LedgerEntry): boolean {
  return reason === 'undo' && note !== null && note.by !== null
}

function formatted(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
