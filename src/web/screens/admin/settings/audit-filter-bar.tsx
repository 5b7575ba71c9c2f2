import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { AuditFilters } from '#web/api/audit.ts'
import { dayProblems, firstDay, lastDay } from '#web/ui/day-range.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import * as classes from './audit-filter-bar.module.css'
import { nounName } from './audit-words.ts'

export const noFilters: AuditFilters = { actor: '', action: '', from: '', to: '' }
const mostNameCharacters = 200

interface AuditFilterBarProps {
  readonly filters: AuditFilters
  readonly onChange: (filters: AuditFilters) => void
  /** The kinds of action. */
  readonly nouns: readonly string[]
  /** The workspace's time zone, which the chosen days are in; null until it is known. */
  readonly timeZone: string | null
}

/** The filters of the audit trail. */
export function AuditFilterBar({ filters, onChange, nouns, timeZone }: AuditFilterBarProps) {
  const set =
    (field: keyof AuditFilters) => (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...filters, [field]: event.currentTarget.value })
  const first = useRef<HTMLInputElement>(null)
  const problems = dayProblems(filters)
  const names = Object.fromEntries(nouns.map((noun) => [noun, nounName(noun)]))
  return (
    <search className={classes.bar} aria-label="Audit trail filters">
      <TextInput
        ref={first}
        label="Who"
        placeholder="Part of a name"
        value={filters.actor}
        maxLength={mostNameCharacters}
        onChange={set('actor')}
        autoComplete="off"
      />
      <WordSelect
        label="Kind"
        words={nouns}
        names={names}
        none="Everything"
        value={filters.action}
        onChange={set('action')}
      />
      <TextInput
        label="From"
        type="date"
        min={firstDay}
        max={lastDay}
        error={problems.from}
        value={filters.from}
        onChange={set('from')}
        description={timeZone === null ? undefined : `Days in ${timeZone}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput
        label="To"
        type="date"
        min={firstDay}
        max={lastDay}
        value={filters.to}
        onChange={set('to')}
        error={problems.to}
      />
      {filters !== noFilters && (
        <Button
          variant="subtle"
          className={classes.clear}
          leftSection={<X size={16} aria-hidden />}
          onClick={() => {
            // The button is about to disappear, so move the focus first.
            first.current?.focus()
            onChange(noFilters)
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}
