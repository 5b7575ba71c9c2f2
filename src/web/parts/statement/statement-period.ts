import { addDays, asDay, type Day } from '#domain/days.ts'
import type { LedgerReason } from '#domain/vocabulary.ts'
import type { LedgerFilters } from '#web/api/ledger.ts'

/** From when a statement is shown. */
export const periods = ['this-month', 'last-month', 'days'] as const
export type Period = (typeof periods)[number]

export const periodNames: Readonly<Record<Period, string>> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  days: 'From and to',
}

/** What is chosen above a statement. Empty texts choose nothing. */
export interface StatementChoice {
  readonly reason: LedgerReason | ''
  readonly period: Period | ''
  /** The chosen days, for the period `days`. */
  readonly from: string
  readonly to: string
}

export const everything: StatementChoice = { reason: '', period: '', from: '', to: '' }

/** What to ask the server for. `today` is the workspace's. */
export function filtersOf(choice: StatementChoice, today: Day): LedgerFilters {
  const { from, to } = daysOf(choice, today)
  return {
    ...(choice.reason && { reason: choice.reason }),
    ...(from && { from: asDay(from) }),
    ...(to && { to: asDay(to) }),
  }
}

/** Whether the chosen days contradict each other. */
export function isReversed({ period, from, to }: StatementChoice): boolean {
  return period === 'days' && isWhole(from) && isWhole(to) && to < from
}

function daysOf(choice: StatementChoice, today: Day): { readonly from: string; readonly to: string } {
  const first = asDay(`${today.slice(0, 7)}-01`)
  switch (choice.period) {
    case '':
      return { from: '', to: '' }
    case 'this-month':
      return { from: first, to: '' }
    case 'last-month': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'days': {
      if (isReversed(choice)) return { from: '', to: '' }
      return { from: isWhole(choice.from) ? choice.from : '', to: isWhole(choice.to) ? choice.to : '' }
    }
  }
}

/** A year that is still being typed begins with zeros. */
function isWhole(day: string): boolean {
  return day >= '2000-01-01' && day <= '2199-12-31'
}
