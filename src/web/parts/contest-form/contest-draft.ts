import { nextMonthWithoutContest } from '#domain/contest-months.ts'
import type { ContestState, ContestWindow } from '#domain/contests.ts'
import { type Day, monthOf } from '#domain/days.ts'
import { monthName } from '#web/ui/time-words.ts'
import type { Described } from './contest-fields.ts'

/** What a new contest is filled in with. */
export type ContestDraft = Described

const months = Array.from({ length: 12 }, (_, index) => monthName(index + 1))

/** A contest for a month: "December Spotlight", from its first day to its last. */
export function draftOf({ startDate, endDate }: ContestWindow): ContestDraft {
  const none = { description: null, prize: null, isBetweenTeams: false }
  return { title: usualTitle(startDate), startDate, endDate, isActive: true, ...none }
}

/** A contest for the next month without one. */
export function nextDraft(contests: readonly ContestState[], today: Day): ContestDraft {
  return draftOf(nextMonthWithoutContest(contests, today))
}

export function usualTitle(day: Day): string {
  return `${monthName(monthOf(day))} Spotlight`
}

/** Whether nobody has given a contest a title of its own yet. */
export function isUsualTitle(title: string): boolean {
  return title.trim() === '' || months.some((month) => title === `${month} Spotlight`)
}
