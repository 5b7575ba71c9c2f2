import type { Day } from './days.ts'

/** The days a contest covers, both included, in the workspace's time zone. */
export interface ContestWindow {
  readonly startDate: Day
  readonly endDate: Day
}

export interface ContestState extends ContestWindow {
  readonly isActive: boolean
}

/** Whether a report on `day` counts for a contest. */
export function countsFor(contest: ContestState, day: Day): boolean {
  return contest.isActive && contest.startDate <= day && day <= contest.endDate
}

/** The contest that is shown as current: active and running today, else the next active one, else none. */
export function currentContest<C extends ContestState>(contests: readonly C[], today: Day): C | null {
  const running = contests.find((contest) => countsFor(contest, today))
  if (running) return running
  const upcoming = contests.filter((contest) => contest.isActive && contest.startDate > today)
  return upcoming.reduce<C | null>(
    (next, contest) => (next === null || contest.startDate < next.startDate ? contest : next),
    null,
  )
}
