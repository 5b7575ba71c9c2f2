import { type Day, weekdayOf } from './days.ts'
import type { DirectFacts, PlainNews } from './direct-messages.ts'
import { platformNames } from './vocabulary.ts'

/** Where a message leads. */
export type DirectPlace = 'feed' | 'board' | 'contest' | 'achievements' | 'review' | 'points'

export interface DirectWords {
  readonly text: string
  /** Further lines. */
  readonly more: readonly string[]
  readonly place: DirectPlace
}

/** How a medium shows what people wrote: on one line, at most as long as its kind, and escaped. */
export type ShowText = (text: string, kind: 'name' | 'title' | 'line') => string

/** What a message says, in whole sentences. */
export function wordsOf({ kind, facts }: PlainNews, show: ShowText): DirectWords {
  switch (kind) {
    case 'streak_danger': {
      const text = `Your streak stands at ${facts.days} days. One report today makes it ${facts.days + 1}.`
      return { text, more: [], place: 'feed' }
    }
    case 'appeal_decided':
      return appealWords(facts, show)
    case 'share_decided':
      return shareWords(facts, show)
    case 'achievement_unlocked': {
      const worth = facts.points > 0 ? ` and earned ${pointsText(facts.points)}` : ''
      const text = `You unlocked ${show(facts.achievement, 'title')}${worth}.`
      return { text, more: [show(facts.description, 'line')], place: 'achievements' }
    }
    case 'contest_ending': {
      const more = facts.prize?.trim() ? [`Prize: ${show(facts.prize, 'line')}`] : []
      const text = `“${show(facts.title, 'title')}” ends on ${dayText(facts.endDate)}. There is still time for a few reports.`
      return { text, more, place: 'contest' }
    }
    case 'review_waits': {
      const whose = `${facts.subject === 'share' ? 'A share' : 'An appeal'} of ${show(facts.displayName, 'name')}`
      return { text: `${whose} waits for a decision.`, more: [], place: 'review' }
    }
    case 'week_recap':
      return { text: `Your week: ${recapText(facts)}. Have a good weekend.`, more: [], place: 'board' }
    case 'passed_by': {
      const name = show(facts.displayName, 'name')
      const text = `${name} passed you on the board. You are at place ${facts.place} now.`
      return { text, more: [], place: 'board' }
    }
  }
}

function shareWords(
  { platform, isVerified, points, reason }: DirectFacts['share_decided'],
  show: ShowText,
): DirectWords {
  const share = `Your share on ${platformNames[platform]}`
  if (isVerified) {
    const earned = points > 0 ? ` and earned ${pointsText(points)}` : ''
    return { text: `${share} was verified${earned}. Thank you.`, more: [], place: 'points' }
  }
  return { text: `${share} was not accepted.`, more: reasonLine(reason ?? '', show), place: 'points' }
}

function appealWords(
  { subject, decision, reason }: DirectFacts['appeal_decided'],
  show: ShowText,
): DirectWords {
  const what = `Your appeal for a ${subject} was decided`
  const text = decision === 'given_back' ? `${what}: it counts again.` : `${what}: the decision stands.`
  return { text, more: reasonLine(reason, show), place: 'points' }
}

function reasonLine(reason: string, show: ShowText): string[] {
  const words = show(reason, 'line')
  return words === '' ? [] : [`The reason: ${words}`]
}

function recapText({ reports, risen, bestDay }: DirectFacts['week_recap']): string {
  const parts = [reports === 1 ? '1 report' : `${numberText(reports)} reports`]
  if (risen !== null && risen > 0) parts.push(`▲${risen}`)
  if (risen !== null && risen < 0) parts.push(`▼${-risen}`)
  return [...parts, `best day ${dayNames[weekdayOf(bestDay) - 1]}`].join(', ')
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

function dayText(day: Day): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(day))
}

function pointsText(sum: number): string {
  return sum === 1 ? '1 point' : `${numberText(sum)} points`
}

function numberText(value: number): string {
  return value.toLocaleString('en-US')
}
