import { useState } from 'react'
import { asDay } from '#domain/days.ts'
import { useToday } from '#web/api/interactions.ts'
import type { LedgerFilters } from '#web/api/ledger.ts'
import { everything, filtersOf, type StatementChoice } from './statement-period.ts'

export interface StatementFilters {
  readonly choice: StatementChoice
  readonly setChoice: (choice: StatementChoice) => void
  /** What to ask the server for. */
  readonly asked: LedgerFilters
  readonly isFiltered: boolean
  readonly timeZone: string | null
}

/** What a statement is narrowed to, in the workspace's days. */
export function useStatementFilters(): StatementFilters {
  const [choice, setChoice] = useState(everything)
  const today = useToday().data?.data
  // Months are rarely chosen before the workspace's day is known; until then it is the browser's.
  const day = today?.day ?? asDay(new Date().toISOString().slice(0, 10))
  const asked = filtersOf(choice, day)
  return {
    choice,
    setChoice,
    asked,
    isFiltered: Object.keys(asked).length > 0,
    timeZone: today?.timeZone ?? null,
  }
}
