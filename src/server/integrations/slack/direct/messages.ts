import { paths } from '#contract/paths.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import { type Day, weekdayOf } from '#domain/days.ts'
import type { DirectFacts, DirectKind, DirectNews } from '#domain/direct-messages.ts'
import { platformNames } from '#domain/vocabulary.ts'
import {
  actions,
  button,
  type ChatMessage,
  link,
  links,
  type MessageBlock,
  number,
  oneLine,
  points,
  section,
} from '../blocks/messages.ts'
import { reasonOf } from '../channel/messages.ts'

/** The message for one member. `publicUrl` is without a trailing slash. */
export function directMessage(news: DirectNews, { publicUrl }: { readonly publicUrl: string }): ChatMessage {
  const { text, more = [], place } = wordsOf(news)
  const [path, label] = places[place]
  const leads = link(publicUrl + path, label)
  return {
    text,
    blocks: [section(text, ...more, ...(leads ? [leads] : [])), ...footOf(news.kind, publicUrl)],
  }
}

/** Why a message came, and the button for fewer of them. */
export function footOf(kind: DirectKind, publicUrl: string): MessageBlock[] {
  const settings = link(`${publicUrl}${paths.profile}#notification-settings`, 'Your notifications')
  return [
    links(`${why[kind]} · ${settings}`),
    actions(button('Fewer of these', { action_id: chatActionIds.fewer, value: kind })),
  ]
}

/** Where a message leads. */
const places = {
  feed: [paths.socialFeed, 'Open the social feed'],
  board: [paths.leaderboard, 'See the leaderboard'],
  contest: [paths.monthlyContest, 'See the contest'],
  achievements: [`${paths.profile}?tab=achievements`, 'See your achievements'],
  review: [paths.review, 'Open the review page'],
  points: [`${paths.profile}?tab=points`, 'See your points'],
} as const

interface Words {
  readonly text: string
  readonly more?: readonly string[]
  readonly place: keyof typeof places
}

/** Why somebody gets each kind. */
const why: Readonly<Record<DirectKind, string>> = {
  streak_danger: 'You get this because your streak is about to end',
  appeal_decided: 'You get this because it is about your appeal',
  share_decided: 'You get this because it is about your share',
  achievement_unlocked: 'You get this because you unlocked it',
  contest_ending: 'You get this because you chose all messages',
  review_waits: 'You get this because you review, and chose all messages',
  week_recap: 'You get this because you chose all messages',
  passed_by: 'You get this because you chose all messages',
}

function wordsOf({ kind, facts }: DirectNews): Words {
  switch (kind) {
    case 'streak_danger':
      return {
        text: `Your streak stands at ${facts.days} days. One report today makes it ${facts.days + 1}.`,
        place: 'feed',
      }
    case 'appeal_decided':
      return appealWords(facts)
    case 'share_decided':
      return shareWords(facts)
    case 'achievement_unlocked': {
      const worth = facts.points > 0 ? ` and earned ${points(facts.points)}` : ''
      return {
        text: `You unlocked ${oneLine(facts.achievement, 'title')}${worth}.`,
        more: [oneLine(facts.description, 'line')],
        place: 'achievements',
      }
    }
    case 'contest_ending': {
      const prize = facts.prize?.trim() ? [`Prize: ${oneLine(facts.prize, 'line')}`] : []
      const text = `“${oneLine(facts.title, 'title')}” ends on ${dayText(facts.endDate)}. There is still time for a few reports.`
      return { text, more: prize, place: 'contest' }
    }
    case 'review_waits': {
      const whose = `${facts.subject === 'share' ? 'A share' : 'An appeal'} of ${oneLine(facts.displayName, 'name')}`
      return { text: `${whose} waits for a decision.`, place: 'review' }
    }
    case 'week_recap':
      return { text: `Your week: ${recapText(facts)}. Have a good weekend.`, place: 'board' }
    case 'passed_by': {
      const name = oneLine(facts.displayName, 'name')
      return { text: `${name} passed you on the board. You are at place ${facts.place} now.`, place: 'board' }
    }
  }
}

function shareWords({ platform, isVerified, points: worth, reason }: DirectFacts['share_decided']): Words {
  const share = `Your share on ${platformNames[platform]}`
  if (isVerified) {
    const earned = worth > 0 ? ` and earned ${points(worth)}` : ''
    return { text: `${share} was verified${earned}. Thank you.`, place: 'points' }
  }
  return { text: `${share} was not accepted.`, more: reasonLine(reason ?? ''), place: 'points' }
}

function appealWords({ subject, decision, reason }: DirectFacts['appeal_decided']): Words {
  const what = `Your appeal for a ${subject} was decided`
  const text = decision === 'given_back' ? `${what}: it counts again.` : `${what}: the decision stands.`
  return { text, more: reasonLine(reason), place: 'points' }
}

function reasonLine(reason: string): string[] {
  const words = oneLine(reason, 'line')
  return words === '' ? [] : [`The reason: ${words}`]
}

function recapText({ reports, risen, bestDay }: DirectFacts['week_recap']): string {
  const parts = [reports === 1 ? '1 report' : `${number(reports)} reports`]
  if (risen !== null && risen > 0) parts.push(`▲${risen}`)
  if (risen !== null && risen < 0) parts.push(`▼${-risen}`)
  return [...parts, `best day ${dayNames[weekdayOf(bestDay) - 1]}`].join(', ')
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

function dayText(day: Day): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(day))
}

/** Why Slack takes no direct messages, in words for administrators. */
export function haltText(code: string): string {
  if (code !== 'missing_scope') return reasonOf(code)
  return 'The app lacks im:write. Add it under OAuth & Permissions, then install the app again (missing_scope)'
}
