import '#web/ui/library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { OwnStreak } from '#contract/streaks.ts'
import { addDays, asDay, type Day, daysBetween } from '#domain/days.ts'
import { mostDaysAhead, mostDaysBack } from '#domain/streak-rules.ts'
import { useChangeOwnStreak } from '#web/api/streaks.ts'
import { type Attempt, useAttempt } from '#web/parts/form/attempt.ts'
import { ChipList } from '#web/ui/chip-list.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { type Span, spansOf } from './away-spans.ts'
import * as classes from './own-streak.module.css'

/** The days on which the member is away: they need no report. */
export function AwayDays({ streak: { awayDays, today } }: { readonly streak: OwnStreak }) {
  const { mutateAsync } = useChangeOwnStreak()
  const attempted = useAttempt({ title: 'Failed to save the days', fallback: 'Please try again later.' })
  const spans = spansOf(awayDays)
  const save = async (days: readonly Day[], title: string) => {
    const result = await attempted.attempt(() => mutateAsync({ awayDays: days }))
    if (result === 'done') toast({ kind: 'success', title })
    return result === 'done'
  }
  return (
    <fieldset className={classes.away}>
      <legend>Days away</legend>
      <p className={classes.quiet}>
        They need no report and break no streak. You can go back {mostDaysBack} days and plan a year ahead.
      </p>
      {awayDays.length > 0 && (
        <ChipList
          label="Your days away"
          chips={spans.map((span) => ({ key: span.from, text: wordsOf(span) }))}
          onRemove={(from) => {
            const gone = spans.find((span) => span.from === from)
            const kept = awayDays.filter((day) => !gone || day < gone.from || day > gone.to)
            void save(kept, 'Days away removed')
          }}
        />
      )}
      <NewSpan
        today={today}
        attempted={attempted}
        onAdded={(span) => {
          const added = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, nth) =>
            addDays(span.from, nth),
          )
          return save([...awayDays, ...added], 'Days away saved')
        }}
      />
    </fieldset>
  )
}

interface NewSpanProps {
  readonly today: Day
  readonly attempted: Attempt
  /** Answers whether the days were saved. */
  readonly onAdded: (span: Span) => Promise<boolean>
}

function NewSpan({ today, attempted: { failure, isPending }, onAdded }: NewSpanProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const limits = { min: addDays(today, -mostDaysBack), max: addDays(today, mostDaysAhead) }
  const isBackwards = from !== '' && to !== '' && to < from
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (from === '' || isBackwards) return
    if (await onAdded({ from: asDay(from), to: asDay(to || from) })) {
      setFrom('')
      setTo('')
    }
  }
  return (
    <form className={classes.span} onSubmit={(event) => void add(event)}>
      <TextInput
        label="First day away"
        type="date"
        required
        {...limits}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        label="Last day away"
        type="date"
        {...limits}
        value={to}
        error={isBackwards && 'Must not be before the first day'}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" aria-disabled={isPending || undefined}>
        Add days
      </Button>
      {failure !== null && <FailureNote text={failure} />}
    </form>
  )
}

function wordsOf({ from, to }: Span): string {
  if (from === to) return shortDate(from)
  return `${shortDate(from)} to ${shortDate(to)} (${counted(daysBetween(from, to) + 1, 'day')})`
}
