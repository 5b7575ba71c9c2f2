import { paths, postAddress, standingsAddress } from '#contract/paths.ts'
import { type ChatNotification, type PlacedMember, weeklyLeaders } from '#domain/chat.ts'
import type { Day } from '#domain/days.ts'
import { questUnit } from '#domain/quests.ts'
import { platformNames } from '#domain/vocabulary.ts'
import {
  type ChatMessage,
  header,
  link,
  links,
  listOf,
  type MessageBlock,
  number,
  oneLine,
  openLink,
  points,
  promptBlocks,
  quoted,
  section,
} from '../blocks/messages.ts'

/** The workspace that sends a message. */
export interface Sender {
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly workspaceName: string | null
}

/** The message for a notification. */
export function messageFor(notification: ChatNotification, sender: Sender): ChatMessage {
  switch (notification.kind) {
    case 'share_submitted':
      return shareMessage(notification, sender)
    case 'achievement_unlocked':
      return achievementMessage(notification, sender)
    case 'member_joined':
      return joinedMessage(notification, sender)
    case 'weekly_leaderboard':
      return leaderboardMessage(notification, sender)
    case 'contest_reminder':
      return reminderMessage(notification, sender)
    case 'contest_winner':
      return winnerMessage(notification, sender)
    case 'quest_done':
      return questMessage(notification, sender)
    case 'new_post':
      return postMessage(notification, sender)
    case 'share_review':
      return waitingMessage('A share waits for a review.', sender)
    case 'appeal_review':
      return waitingMessage('An appeal waits for a decision.', sender)
  }
}

/** Explains the product to everybody in the channel. */
export function instructionsMessage(sender: Sender): ChatMessage {
  return {
    text: 'How to take part in Ovation',
    blocks: [
      header('How to take part'),
      section(
        `Ovation rewards everyone who helps to spread our news${placeOf(sender)}. This is how it works:`,
        '1. Open the social feed and pick a post.',
        '2. Like it, comment on it or share it on its own platform.',
        '3. Come back and report what you did. Each report earns points.',
      ),
      section(
        'You can undo a report for five minutes. The leaderboard and the monthly contest update immediately.',
      ),
      links(ownLink(sender, 'feed'), ownLink(sender, 'leaderboard'), ownLink(sender, 'contest')),
    ],
  }
}

/** A test message. */
export function testMessage(sender: Sender): ChatMessage {
  return {
    text: 'Test message from Ovation',
    blocks: [
      header('Test message'),
      section('Ovation can write to this channel. Nothing else happened.'),
      links(ownLink(sender, 'slackTab')),
    ],
  }
}

type Kind<Name extends ChatNotification['kind']> = Extract<ChatNotification, { kind: Name }>

function shareMessage(share: Kind<'share_submitted'>, sender: Sender): ChatMessage {
  const platform = platformNames[share.platform]
  const news = `${oneLine(share.displayName, 'name')} submitted a share on ${platform}.`
  return {
    text: news,
    blocks: [
      header('New share'),
      section(`${news} ${share.isGoingOut ? 'It goes out automatically.' : 'It is waiting for review.'}`),
      ...quoted(share.customMessage),
      links(share.isGoingOut ? ownLink(sender, 'feed') : ownLink(sender, 'review'), openLink(share.shareUrl)),
    ],
  }
}

function achievementMessage(unlocked: Kind<'achievement_unlocked'>, sender: Sender): ChatMessage {
  const name = oneLine(unlocked.achievement, 'title')
  const worth = unlocked.points > 0 ? ` and earned ${points(unlocked.points)}` : ''
  const news = `${oneLine(unlocked.displayName, 'name')} unlocked ${name}${worth}.`
  return {
    text: news,
    blocks: [
      header('Achievement unlocked'),
      section(news, `${name}: ${oneLine(unlocked.description, 'line')}`),
      links(ownLink(sender, 'achievements')),
    ],
  }
}

function joinedMessage({ displayName }: Kind<'member_joined'>, sender: Sender): ChatMessage {
  const place = sender.workspaceName === null ? '' : ` ${oneLine(sender.workspaceName, 'name')} on Ovation`
  const news = `${oneLine(displayName, 'name')} has joined${place}. Welcome!`
  return {
    text: news,
    blocks: [header('New team member'), section(news), links(ownLink(sender, 'leaderboard'))],
  }
}

type Board = Kind<'weekly_leaderboard'>
type Week = Extract<Board, { week: unknown }>
type AllTime = Exclude<Board, Week>

function leaderboardMessage(board: Board, sender: Sender): ChatMessage {
  return 'week' in board ? weekMessage(board, sender) : allTimeMessage(board, sender)
}

function weekMessage({ week, contest }: Week, sender: Sender): ChatMessage {
  const { firstDay, lastDay, leaders, members } = week
  const [best] = leaders
  const more = members - leaders.length
  const moreText =
    more === 1 ? 'And 1 more member earned points.' : `And ${number(more)} more members earned points.`
  const days = `${dayText(firstDay)} to ${dayText(lastDay)}`
  const nobody = 'Nobody earned points last week.'
  return {
    text: best ? `Last week ${earnedMost(leaders, best)}.` : nobody,
    blocks: [
      header("Last week's leaderboard"),
      best
        ? section(`${days}${placeOf(sender)}:`, ...placesOf(leaders), ...(more > 0 ? [moreText] : []))
        : section(nobody),
      ...(contest ? [contestSection(contest)] : []),
      links(ownLink(sender, 'leaderboard'), contest && ownLink(sender, 'contest')),
    ],
  }
}

function contestSection({ title, leaders }: NonNullable<Week['contest']>): MessageBlock {
  const name = `“${oneLine(title, 'title')}”`
  return leaders.length > 0
    ? section(`${name} so far:`, ...placesOf(leaders))
    : section(`Nobody has points in ${name} yet.`)
}

/** As earlier releases announced it. */
function allTimeMessage({ leaders, members }: AllTime, sender: Sender): ChatMessage {
  const title = "This week's leaderboard"
  const [best] = leaders
  const first = firstOf(leaders)
  const total = members === 1 ? '1 member is on the board.' : `${number(members)} members are on the board.`
  return {
    text: best
      ? `${title}: ${listOf(first)} ${first.length === 1 ? 'leads' : 'lead'} with ${points(best.points)}.`
      : `${title}: nobody has points yet.`,
    blocks: [
      header(title),
      best
        ? section(`This is where we stand${placeOf(sender)}:`, ...placesOf(leaders), total)
        : section('Nobody has points yet. The first report opens the board.'),
      links(ownLink(sender, 'leaderboard')),
    ],
  }
}

function earnedMost(leaders: readonly PlacedMember[], best: PlacedMember): string {
  const first = firstOf(leaders)
  return `${listOf(first)} earned the most: ${points(best.points)}${first.length === 1 ? '' : ' each'}`
}

/** The names of all who share the first place. */
function firstOf(leaders: readonly PlacedMember[]): string[] {
  const [best] = leaders
  return leaders
    .slice(0, weeklyLeaders)
    .filter(({ rank }) => rank === best?.rank)
    .map(({ displayName }) => oneLine(displayName, 'name'))
}

function placesOf(leaders: readonly PlacedMember[]): string[] {
  return leaders
    .slice(0, weeklyLeaders)
    .map(({ rank, displayName, points: sum }) => `${rank}. ${oneLine(displayName, 'name')}: ${points(sum)}`)
}

function placeOf({ workspaceName }: Sender): string {
  return workspaceName === null ? '' : ` at ${oneLine(workspaceName, 'name')}`
}

function reminderMessage(contest: Kind<'contest_reminder'>, sender: Sender): ChatMessage {
  const { daysLeft, endDate, leader, prize } = contest
  const title = `“${oneLine(contest.title, 'title')}”`
  const news =
    daysLeft > 1
      ? `${title} runs until ${dateText(endDate)}: ${number(daysLeft)} days left, counting today.`
      : `${title} ends today.`
  return {
    text: news,
    blocks: [
      header('The contest ends soon'),
      section(
        news,
        ...prizeLine(prize),
        leader
          ? `${oneLine(leader.displayName, 'name')} leads with ${points(leader.points)}.`
          : 'Nobody has points yet.',
      ),
      links(ownLink(sender, 'report'), ownLink(sender, 'contest')),
    ],
  }
}

function winnerMessage(contest: Kind<'contest_winner'>, sender: Sender): ChatMessage {
  const title = `“${oneLine(contest.title, 'title')}”`
  const ofTeam = contest.team
    ? ` ${oneLine(contest.team.name, 'name')} is the champion team with ${number(contest.team.average)} points for each active member.`
    : ''
  const news = `${oneLine(contest.displayName, 'name')} won ${title} with ${points(contest.points)}.${ofTeam}`
  return {
    text: news,
    blocks: [
      header('We have a winner'),
      section(`${news} Congratulations!`, ...prizeLine(contest.prize)),
      links(
        contest.contestId
          ? link(sender.publicUrl + standingsAddress(contest.contestId), 'See the final standings')
          : ownLink(sender, 'champions'),
      ),
    ],
  }
}

function questMessage({ title, actionType, goal }: Kind<'quest_done'>, sender: Sender): ChatMessage {
  const news = `The team completed the quest “${oneLine(title, 'title')}”: ${number(goal)} ${questUnit(actionType, goal)}.`
  return {
    text: news,
    blocks: [
      header('Quest completed'),
      section(`${news} Thank you, everybody who took part!`),
      links(ownLink(sender, 'feed')),
    ],
  }
}

function waitingMessage(news: string, sender: Sender): ChatMessage {
  return { text: news, blocks: [section(news), links(ownLink(sender, 'review'))] }
}

function postMessage(post: Kind<'new_post'>, sender: Sender): ChatMessage {
  const platform = platformNames[post.platform]
  const news = `${oneLine(post.authorName, 'title')} has a new post on ${platform}.`
  const feedPost = post.postId ? postAddress(post.postId) : paths.socialFeed
  const hint = post.isTest
    ? 'This is a connection test. It earns no points.'
    : 'Like it, comment on it or share it, then report it and earn points.'
  return {
    text: post.isTest ? `Test, no points: ${news}` : news,
    blocks: [
      header(post.isTest ? `Test: new on ${platform}` : `New on ${platform}`),
      section(`${news} ${hint}`),
      ...quoted(post.content),
      ...promptBlocks({ question: post.question ?? null, angles: post.angles ?? [] }),
      links(
        link(post.postUrl, `Open on ${platform}`),
        link(sender.publicUrl + feedPost, post.isTest ? 'See it in the feed' : 'Report what you did'),
      ),
    ],
  }
}

/** The places where people can act, each with what happens there. */
const places = {
  feed: [paths.socialFeed, 'Open the social feed'],
  report: [paths.socialFeed, 'Report what you did'],
  leaderboard: [paths.leaderboard, 'See the leaderboard'],
  contest: [paths.monthlyContest, 'See the contest'],
  champions: [paths.monthlyContests, 'See the contests'],
  achievements: [`${paths.profile}?tab=achievements`, 'See your achievements'],
  review: [paths.review, 'Review it'],
  slackTab: [`${paths.admin}?tab=slack`, 'Open the Slack settings'],
} as const

function ownLink({ publicUrl }: Sender, place: keyof typeof places): string | null {
  const [path, label] = places[place]
  return link(publicUrl + path, label)
}

function prizeLine(prize: string | null): string[] {
  return prize?.trim() ? [`Prize: ${oneLine(prize, 'line')}`] : []
}

function dayText(day: Day): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(day))
}

function dateText(day: Day): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

const reasons: Readonly<Record<string, string>> = {
  channel_not_found: 'Slack does not know this channel, or the bot cannot see it',
  not_in_channel: 'The bot is not a member of the channel: invite it',
  is_archived: 'The channel is archived',
  restricted_action: 'The workspace does not let the bot write to the channel',
  invalid_auth: 'Slack does not accept the bot token',
  not_authed: 'Slack does not accept the bot token',
  token_revoked: 'The bot token was revoked',
  token_expired: 'The bot token has expired',
  account_inactive: 'The bot was removed from the workspace',
  missing_scope: 'The bot lacks a permission (scope) that this needs',
  other_team: 'The bot token belongs to another workspace',
  plan_upgrade_required: 'The plan of this workspace in Slack has no user groups',
  no_addresses: 'Slack sent no email addresses: the bot needs the scope users:read.email',
  ratelimited: 'Slack is limiting requests',
  timeout: 'Slack did not answer in time',
  unreadable_answer: 'The answer does not look like one from Slack',
  internal_error: 'Slack had an internal error',
  fatal_error: 'Slack had an internal error',
  unreadable: 'The message could not be built',
  internal: 'Something went wrong on our side',
}

/** A failure code in plain words, followed by the code. */
export function reasonOf(code: string): string {
  return `${reasons[code] ?? generalReason(code)} (${code})`
}

function generalReason(code: string): string {
  if (code.startsWith('http_')) return 'Slack answered with an error'
  return /^(e[a-z]+|und_err_\w+|unreachable)$/.test(code) ? 'Slack cannot be reached' : 'Slack refused'
}

const cannotBeSent = 'It cannot be sent again. Later messages are not affected.'
const tryAgain = 'Try again in a few minutes.'
const newToken = 'Install the app in Slack again, set SLACK_BOT_TOKEN to its new token and restart.'
const newScopes = 'Add the missing bot scopes to the app in Slack, and install it again.'
const advice: Readonly<Record<string, string>> = {
  channel_not_found: 'Check SLACK_CHANNEL_ID, and invite the bot to the channel.',
  not_in_channel: 'Invite the bot in Slack, then test the connection.',
  is_archived: 'Unarchive it in Slack, or set SLACK_CHANNEL_ID to another channel and restart.',
  restricted_action: 'Let the bot write to the channel, in its posting permissions in Slack.',
  invalid_auth: newToken,
  not_authed: newToken,
  token_revoked: newToken,
  token_expired: newToken,
  account_inactive: newToken,
  missing_scope: newScopes,
  no_addresses: newScopes,
  other_team: 'Check SLACK_TEAM_ID and SLACK_BOT_TOKEN.',
  plan_upgrade_required: 'Keep the teams by hand, or from a list in CSV.',
  unreadable_answer: 'Check SLACK_API_URL.',
  internal: 'Try again. If it fails again, look into the log of the server.',
}

/** What to do about a failure, in a sentence. `isPermanent` says that a message with this failure cannot be sent again. */
export function adviceOf(code: string, isPermanent = false): string {
  return advice[code] ?? (isPermanent ? cannotBeSent : tryAgain)
}
