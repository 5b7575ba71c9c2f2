import type { Contest } from '#contract/contests.ts'
import { type ContestPhase, contestPhase } from '#domain/contests.ts'
import type { Day } from '#domain/days.ts'
import { shortDate } from '#web/ui/time-words.ts'

/** What can be said of a contest. */
export interface Described
  extends Pick<Contest, 'title' | 'description' | 'prize' | 'isActive' | 'isBetweenTeams'> {
  readonly startDate: string
  readonly endDate: string
}

/** The same as it stands in the fields of the form. */
export interface ContestFields {
  readonly title: string
  readonly description: string
  readonly startDate: string
  readonly endDate: string
  readonly prize: string
  readonly isActive: boolean
  readonly isBetweenTeams: boolean
}

export const fieldNames: Readonly<Record<keyof Described, string>> = {
  title: 'Title',
  description: 'Description',
  startDate: 'Start date',
  endDate: 'End date',
  prize: 'Prize',
  isActive: 'Active',
  isBetweenTeams: 'Teams compete as well',
}

const nothing: Described = {
  title: '',
  description: null,
  startDate: '',
  endDate: '',
  prize: null,
  isActive: true,
  isBetweenTeams: false,
}

/** What can be said of this contest, or of one that is new. */
export function describedOf(contest: Described | null): Described {
  const { title, description, startDate, endDate, prize, isActive, isBetweenTeams } = contest ?? nothing
  return { title, description, startDate, endDate, prize, isActive, isBetweenTeams }
}

export function fieldsOf({ description, prize, ...contest }: Described): ContestFields {
  return { ...contest, description: description ?? '', prize: prize ?? '' }
}

/** The contest that the fields describe, in the year and month of its first day. */
export function contestIn(fields: ContestFields) {
  const [, year, month] = /^(\d{4})-(\d\d)-/.exec(fields.startDate) ?? []
  return year && month ? { ...fields, year: Number(year), month: Number(month) } : fields
}

/** What the list says of whether a contest is on. */
export function activityWord(isActive: boolean | null | undefined): 'Active' | 'Inactive' | 'Unknown' {
  if (isActive === true) return 'Active'
  return isActive === false ? 'Inactive' : 'Unknown'
}

const phaseWords: Readonly<Record<ContestPhase, string>> = {
  upcoming: 'Upcoming',
  running: 'Running',
  ended: 'Ended',
}

/** Where a contest stands by its dates. One that is not active never runs, so its days say nothing meanwhile. */
export function phaseWord(
  contest: Pick<Contest, 'startDate' | 'endDate' | 'isActive'>,
  today: Day,
): string | null {
  const phase = contestPhase(contest, today)
  return phase === 'running' && !contest.isActive ? null : phaseWords[phase]
}

/** A value as the list shows it, for a sentence about it. */
export function shownValue(value: unknown, field: keyof Described): string {
  if (field === 'isBetweenTeams') return value === true ? 'Yes' : 'No'
  if (typeof value === 'boolean') return activityWord(value)
  if (value === null) return 'None'
  return field === 'startDate' || field === 'endDate' ? shortDate(String(value)) : String(value)
}
