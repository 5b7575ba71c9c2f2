import type { ContestState, ContestWindow } from './contests.ts'
import { addDays, asDay, type Day, daysBetween } from './days.ts'

/** How many days before a month begins administrators are told that it has no contest. */
export const nudgeDays = 10

/** A month as its first and its last day. */
export function monthWindow(day: Day): ContestWindow {
  const startDate = asDay(`${day.slice(0, 7)}-01`)
  return { startDate, endDate: addDays(firstOfNextMonth(startDate), -1) }
}

/** The month that begins within `nudgeDays` and on none of whose days an active contest runs; null where all is well. */
export function monthWithoutContest(contests: readonly ContestState[], today: Day): ContestWindow | null {
  const next = monthWindow(firstOfNextMonth(today))
  return isNear(next, today) && !hasContest(contests, next) ? next : null
}

/**
 * The first month without an active contest on any of its days: from the present one on, or from the next one on once
 * that is near.
 */
export function nextMonthWithoutContest(contests: readonly ContestState[], today: Day): ContestWindow {
  const next = monthWindow(firstOfNextMonth(today))
  let month = isNear(next, today) ? next : monthWindow(today)
  while (hasContest(contests, month)) month = monthWindow(firstOfNextMonth(month.startDate))
  return month
}

function isNear({ startDate }: ContestWindow, today: Day): boolean {
  return daysBetween(today, startDate) <= nudgeDays
}

function hasContest(contests: readonly ContestState[], month: ContestWindow): boolean {
  return contests.some(
    ({ isActive, startDate, endDate }) =>
      isActive && startDate <= month.endDate && month.startDate <= endDate,
  )
}

function firstOfNextMonth(day: Day): Day {
  // No month has more than 31 days, and none fewer than 28.
  return asDay(`${addDays(asDay(`${day.slice(0, 7)}-01`), 31).slice(0, 7)}-01`)
}
