import {
  type Contest,
  contestDescriptionLimit,
  contestPrizeLimit,
  contestTitleLimit,
} from '#contract/contests.ts'
import { shortDate } from '#web/ui/time-words.ts'

/** What can be said of a contest. */
export interface Described extends Pick<Contest, 'title' | 'description' | 'prize' | 'isActive'> {
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
}

export type ContestProblems = Readonly<Partial<Record<keyof ContestFields, string>>>

type ContestToSend = Described & Pick<Contest, 'year' | 'month'>

export const fieldNames: Readonly<Record<keyof Described, string>> = {
  title: 'Title',
  description: 'Description',
  startDate: 'Start date',
  endDate: 'End date',
  prize: 'Prize',
  isActive: 'Active',
}

const longest = {
  title: contestTitleLimit,
  description: contestDescriptionLimit,
  prize: contestPrizeLimit,
} as const

export function describedOf({
  title,
  description,
  startDate,
  endDate,
  prize,
  isActive,
}: Described): Described {
  return { title, description, startDate, endDate, prize, isActive }
}

/** The fields of a new contest, or those of one that is there. */
export function fieldsOf(contest: Described | null): ContestFields {
  return {
    title: contest?.title ?? '',
    description: contest?.description ?? '',
    startDate: contest?.startDate ?? '',
    endDate: contest?.endDate ?? '',
    prize: contest?.prize ?? '',
    isActive: contest?.isActive ?? true,
  }
}

/** The contest that the fields describe, in the year and month of its first day; or what is wrong with them. */
export function contestIn(fields: ContestFields): { contest: ContestToSend } | { problems: ContestProblems } {
  const problems = problemsOf(fields)
  if (Object.keys(problems).length > 0) return { problems }
  const { title, description, startDate, endDate, prize, isActive } = fields
  const [year, month] = startDate.split('-').map(Number)
  return {
    contest: {
      title: title.trim(),
      description: description.trim() || null,
      startDate,
      endDate,
      prize: prize.trim() || null,
      isActive,
      year: year ?? 0,
      month: month ?? 0,
    },
  }
}

/** What the list says of whether a contest is on. */
export function activityWord(isActive: boolean | null | undefined): 'Active' | 'Inactive' | 'Unknown' {
  if (isActive === true) return 'Active'
  return isActive === false ? 'Inactive' : 'Unknown'
}

/** A value as the list shows it, for a sentence about it. */
export function shownValue(value: unknown, field: keyof Described): string {
  if (typeof value === 'boolean') return activityWord(value)
  if (value === null) return 'None'
  return field === 'startDate' || field === 'endDate' ? shortDate(String(value)) : String(value)
}

function problemsOf(fields: ContestFields): ContestProblems {
  const problems: Partial<Record<keyof ContestFields, string>> = {}
  for (const field of ['title', 'description', 'prize'] as const) {
    if (Array.from(fields[field].trim()).length > longest[field]) {
      problems[field] = `Must be at most ${longest[field]} characters long`
    }
  }
  if (fields.title.trim() === '') problems.title = 'Title is required'
  for (const field of ['startDate', 'endDate'] as const) {
    if (fields[field] === '') problems[field] = `${fieldNames[field]} is required`
    else if (!/^2[01]\d\d-/.test(fields[field])) problems[field] = 'Must be in a year from 2000 to 2199'
  }
  if (!problems.startDate && !problems.endDate && fields.endDate < fields.startDate) {
    problems.endDate = 'The end date must not be before the start date'
  }
  return problems
}
