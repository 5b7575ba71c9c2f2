import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { ledgerReasons } from '#domain/vocabulary.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import * as classes from './statement-filter-bar.module.css'
import { everything, isReversed, periodNames, periods, type StatementChoice } from './statement-period.ts'
import { reasonNames } from './statement-words.ts'

interface StatementFilterBarProps {
  readonly choice: StatementChoice
  readonly onChange: (choice: StatementChoice) => void
  /** The workspace's time zone, which the chosen days are in; null until it is known. */
  readonly timeZone: string | null
}

/** Narrows a statement to a reason and to some days. */
export function StatementFilterBar({ choice, onChange, timeZone }: StatementFilterBarProps) {
  const first = useRef<HTMLSelectElement>(null)
  const isChosen = choice.reason !== '' || choice.period !== ''
  return (
    <search className={classes.bar} aria-label="Statement filters">
      <WordSelect
        ref={first}
        label="What for"
        words={ledgerReasons}
        names={reasonNames}
        none="Everything"
        value={choice.reason}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...choice, reason: ledgerReasons.find((reason) => reason === value) ?? '' })
        }
      />
      <WordSelect
        label="When"
        words={periods}
        names={periodNames}
        none="All time"
        value={choice.period}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...choice, period: periods.find((period) => period === value) ?? '' })
        }
      />
      {choice.period === 'days' && <Days choice={choice} onChange={onChange} timeZone={timeZone} />}
      {isChosen && (
        <Button
          variant="subtle"
          className={classes.clear}
          leftSection={<X size={16} aria-hidden />}
          onClick={() => {
            // The button is about to disappear, so move the focus first.
            first.current?.focus()
            onChange(everything)
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}

function Days({ choice, onChange, timeZone }: StatementFilterBarProps) {
  return (
    <>
      <TextInput
        label="From"
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        value={choice.from}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, from: value })}
        description={timeZone === null ? undefined : `Days in ${timeZone}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput
        label="To"
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        value={choice.to}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, to: value })}
        error={isReversed(choice) && 'To must not be before From'}
      />
    </>
  )
}
