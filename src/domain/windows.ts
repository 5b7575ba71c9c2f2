import { type BoardWindow, boardWindows, type Weekday } from './board-windows.ts'
import { monthWindow } from './contest-months.ts'
import { addDays, asDay, type Day, mondayOf, monthOf } from './days.ts'

/** The first and the last day of a window. */
export interface WindowDays {
  readonly startDate: Day
  readonly endDate: Day
}

/** The windows whose scores are kept: those of boards, and the days of contests between teams. */
export const keptWindows = [...boardWindows, 'contest'] as const
export type KeptWindow = (typeof keptWindows)[number]

/** All days that a workspace can have. */
const allDays: WindowDays = { startDate: asDay('2000-01-01'), endDate: asDay('2199-12-31') }

/** The window of a kind that a day is in. */
export function windowAt(kind: BoardWindow, day: Day, weekStartsOn: Weekday): WindowDays {
  if (kind === 'all') return allDays
  if (kind === 'week') {
    const startDate = addDays(mondayOf(addDays(day, 1 - weekStartsOn)), weekStartsOn - 1)
    return { startDate, endDate: addDays(startDate, 6) }
  }
  if (kind === 'month') return monthWindow(day)
  const firstMonth = monthOf(day) - ((monthOf(day) - 1) % 3)
  const monthText = (month: number) => String(month).padStart(2, '0')
  const startDate = asDay(`${day.slice(0, 4)}-${monthText(firstMonth)}-01`)
  const lastMonth = asDay(`${day.slice(0, 4)}-${monthText(firstMonth + 2)}-01`)
  return { startDate, endDate: monthWindow(lastMonth).endDate }
}
