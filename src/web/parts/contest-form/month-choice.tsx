import type { RefObject } from 'react'
import { useState } from 'react'
import { monthWindow } from '#domain/contest-months.ts'
import type { ContestWindow } from '#domain/contests.ts'
import { addDays, type Day } from '#domain/days.ts'
import { Segments } from '#web/ui/segments.tsx'

interface MonthChoiceProps {
  readonly today: Day
  /** The dates in the form, finished or not. */
  readonly days: { readonly startDate: string; readonly endDate: string }
  readonly onChoose: (month: ContestWindow) => void
  /** The field that gets the focus for dates of one's own. */
  readonly firstDay: RefObject<HTMLInputElement | null>
}

const options = [
  { value: 'this', label: 'This month' },
  { value: 'next', label: 'Next month' },
  { value: 'custom', label: 'Custom' },
] as const

/** Fills in the dates of a month. It says Custom as soon as the dates are others. */
export function MonthChoice({ today, days, onChoose, firstDay }: MonthChoiceProps) {
  const [isCustom, setCustom] = useState(false)
  const thisMonth = monthWindow(today)
  const months = { this: thisMonth, next: monthWindow(addDays(thisMonth.endDate, 1)) }
  const shown = (['this', 'next'] as const).find(
    (each) => months[each].startDate === days.startDate && months[each].endDate === days.endDate,
  )
  return (
    <Segments
      label="When"
      value={isCustom ? 'custom' : (shown ?? 'custom')}
      options={options}
      onChange={(choice) => {
        setCustom(choice === 'custom')
        if (choice === 'custom') firstDay.current?.focus()
        else onChoose(months[choice])
      }}
    />
  )
}
