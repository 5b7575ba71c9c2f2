import type { Analytics, PeriodTotals } from '#contract/analytics.ts'
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
  const quiet = { change: '', end: '' }
  if (current.reports === 0) {
    const start = `No reports in the last ${days} days.`
    if (before.reports === 0) return { ...quiet, start, detail: 'New ones show up here.' }
    return { ...quiet, start, detail: `${counted(before.reports, 'report')} in the ${days} days before.` }
  }
  const reports = `${counted(current.reports, 'report')} in ${days} days`
  const change = changeOf(current.reports, before.reports)
  const detail = whoTookPart({ members: current.activeMembers, team: totalUsers, topMembers })
  if (!change)
    return {
      ...quiet,
      start: `${reports}, ${relationOf(current, before)} in the ${days} days before.`,
      detail,
    }
  return {
    start: `${reports}, `,
    change: `${inFigures(change.percent)} % ${change.isMore ? 'more' : 'fewer'}`,
    end: ` than in the ${days} days before.`,
    detail,
  }
}

/** What no percentage tells. */
function relationOf({ reports }: PeriodTotals, before: PeriodTotals): string {
  if (reports === before.reports) return 'as many as'
  if (before.reports === 0) return 'after none'
  const isAlike = Math.abs(reports - before.reports) < before.reports
  return isAlike ? 'about as many as' : `after ${inFigures(before.reports)}`
}

interface Team {
  readonly members: number
  readonly team: number
  /** Most reports first. */
  readonly topMembers: Analytics['period']['topMembers']
}

function whoTookPart({ members, team, topMembers }: Team): string {
  const [first, second, third] = topMembers
  // Those who made them are disabled by now.
  if (!first || members === 0) return 'Nobody who took part is still on the team.'
  const part = `${inFigures(members)} of ${counted(team, 'colleague')} took part`
  if (members === 1) return `${part}: ${first.displayName}.`
  const times = first.reports === 1 ? 'once' : counted(first.reports, 'time')
  if (second?.reports !== first.reports) return `${part}. ${first.displayName} reported most, ${times}.`
  const best = third?.reports === first.reports ? 'Several' : `${first.displayName} and ${second.displayName}`
  return `${part}. ${best} reported most, ${times} each.`
}
