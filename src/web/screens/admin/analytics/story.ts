import type { Analytics } from '#contract/analytics.ts'
import { counted } from '#web/ui/time-words.ts'
import { changeOf, inFigures } from './figures.ts'

export interface Story {
  readonly start: string
  /** The part that stands out; empty where there is nothing to compare with. */
  readonly change: string
  readonly end: string
  readonly detail: string
}

/** What happened in the period, told in a headline and a sentence. */
export function storyOf({ period, totalUsers }: Pick<Analytics, 'period' | 'totalUsers'>): Story {
  const { days, current, before, topMembers } = period
  const [first] = topMembers
  if (current.reports === 0) {
    const start = `No reports in the last ${days} days.`
    if (before.reports === 0) return { start, change: '', end: '', detail: 'The first one shows up here.' }
    const detail = `${counted(before.reports, 'report')} in the ${days} days before.`
    return { start, change: '', end: '', detail }
  }
  const reports = `${counted(current.reports, 'report')} in ${days} days`
  const change = changeOf(current.reports, before.reports)
  const tookPart =
    current.activeMembers <= totalUsers
      ? `${inFigures(current.activeMembers)} of ${counted(totalUsers, 'colleague')} took part.`
      : `${counted(current.activeMembers, 'colleague')} took part.`
  const most = first ? ` ${first.displayName} reported most, ${counted(first.reports, 'time')}.` : ''
  const detail = tookPart + most
  if (!change) {
    const many = before.reports === 0 ? 'none' : inFigures(before.reports)
    const relation = before.reports === current.reports ? 'as many as' : `after ${many}`
    return { start: `${reports}, ${relation} in the ${days} days before.`, change: '', end: '', detail }
  }
  return {
    start: `${reports}, `,
    change: `${inFigures(change.percent)} % ${change.isMore ? 'more' : 'fewer'}`,
    end: ` than in the ${days} days before.`,
    detail,
  }
}
