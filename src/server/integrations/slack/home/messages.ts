import { paths } from '#contract/paths.ts'
import type { TodayPost } from '#contract/today.ts'
import type { Prompts } from '#domain/angles.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import { type InteractionType, platformNames } from '#domain/vocabulary.ts'
import {
  actions,
  type ChatMessage,
  header,
  link,
  linkButton,
  links,
  type MessageBlock,
  number,
  oneLine,
  points,
  promptBlocks,
  section,
} from '../blocks/messages.ts'
import { type Place, placeText } from '../presses/messages.ts'
import { reportButtons, reportLabels } from '../updates/messages.ts'

/** What a member sees of the own game. */
export interface Standing {
  readonly displayName: string
  readonly place: Place
  readonly pointsToday: number
  /** In days. */
  readonly streak: number
  /** Whether today needs a report to keep it. */
  readonly needsReport: boolean
  readonly contest: {
    readonly title: string
    readonly daysLeft: number
    readonly prize: string | null
    readonly place: Place
  } | null
  readonly waiting: number
  readonly worth: number
  readonly posts: readonly WaitingPost[]
  readonly receipts: readonly Receipt[]
}

/** Of its angles it has only the one that the member sees first. */
export interface WaitingPost extends TodayPost, Prompts {}

interface Receipt {
  readonly type: InteractionType
  readonly points: number
  readonly authorName: string
  /** In seconds, as Slack writes moments in the reader's own time. */
  readonly atSeconds: number
}

const mostPosts = 3

/** The answer to `/ovation`. */
export function standingMessage(standing: Standing, publicUrl: string): ChatMessage {
  const { place, posts } = standing
  const text = `${placeText(place)}. ${streakText(standing)}`
  return {
    text,
    blocks: [
      section(`*${placeText(place)}*`, streakText(standing), ...contestLines(standing)),
      section(waitingText(standing)),
      ...posts.slice(0, mostPosts).flatMap(postBlocks),
      links(link(publicUrl + paths.dashboard, 'Open Ovation'), 'More: /ovation help'),
    ],
  }
}

/** The blocks of the Home tab. `notice` is what the latest press on it did. */
export function homeBlocks(
  standing: Standing,
  { publicUrl, notice }: { readonly publicUrl: string; readonly notice: readonly MessageBlock[] },
): MessageBlock[] {
  const { displayName, place, pointsToday, posts, receipts } = standing
  return [
    header(`Hello, ${headerName(displayName)}`),
    ...notice,
    section(
      `*${placeText(place)}*${pointsToday > 0 ? ` · ${number(pointsToday)} today` : ''}`,
      streakText(standing),
      ...contestLines(standing),
    ),
    actions(...linkButton('Open Ovation', chatActionIds.open, publicUrl + paths.dashboard)),
    { type: 'divider' },
    header('To do'),
    section(waitingText(standing)),
    ...posts.flatMap(postBlocks),
    { type: 'divider' },
    header('Your last reports'),
    receipts.length === 0 ? section('None yet.') : section(...receipts.map(receiptText)),
  ]
}

/** What a person who cannot take part sees. */
export function refusedHome(words: string): MessageBlock[] {
  return [header('Ovation'), section(words)]
}

/** A post that waits for a member, with buttons for what is open. */
function postBlocks(post: WaitingPost): MessageBlock[] {
  const { id, link: postUrl, open } = post
  return [...aboutPost(post), reportButtons({ id, postUrl, open })]
}

/** What a post that waits for a member is about. */
export function aboutPost({
  platform,
  authorName,
  title,
  worth,
  question,
  angles,
}: WaitingPost): MessageBlock[] {
  const about = `${oneLine(authorName, 'title')} on ${platformNames[platform]} · +${number(worth)}`
  return [
    section(...(title === '' ? [] : [oneLine(title, 'title')]), about),
    ...promptBlocks({ question, angles }),
  ]
}

function streakText({ streak, needsReport }: Standing): string {
  if (streak === 0) return 'No streak yet: one report begins it.'
  const days = streak === 1 ? '1 day' : `${number(streak)} days`
  return needsReport ? `Streak: ${days}. One report today keeps it.` : `Streak: ${days}.`
}

function contestLines({ contest }: Standing): string[] {
  if (!contest) return []
  const { title, daysLeft, prize, place } = contest
  const left = daysLeft === 1 ? 'the last day' : `${number(daysLeft)} days left`
  const own = place.rank === null ? 'no points in it yet' : placeText(place)
  return [`${oneLine(title, 'title')}: ${left}, ${own}.${prize ? ` Prize: ${oneLine(prize, 'line')}` : ''}`]
}

function waitingText({ waiting, worth }: Standing): string {
  if (waiting === 0) return 'Nothing waits for you. Well done!'
  const posts = waiting === 1 ? '1 post waits' : `${number(waiting)} posts wait`
  return `${posts} for you, worth ${points(worth)}.`
}

function receiptText({ type, points: earned, authorName, atSeconds }: Receipt): string {
  const when = `<!date^${atSeconds}^{date_short_pretty}, {time}|lately>`
  return `+${number(earned)} · ${reportLabels[type]} · ${oneLine(authorName, 'title')} · ${when}`
}

function headerName(name: string): string {
  return name.replace(/\s+/g, ' ').slice(0, 80)
}

interface BoardPlace {
  readonly rank: number
  readonly displayName: string
  readonly points: number
  readonly isOwn: boolean
}

/** The first of the board, and the reader's own place if it is further down. */
export function boardMessage(
  leaders: readonly BoardPlace[],
  own: BoardPlace | null,
  publicUrl: string,
): ChatMessage {
  const line = ({ rank, displayName, points: sum, isOwn }: BoardPlace) => {
    const text = `${rank}. ${oneLine(displayName, 'name')}: ${points(sum)}`
    return isOwn ? `${text} (you)` : text
  }
  const isShown = own === null || leaders.some(({ isOwn }) => isOwn)
  const lines = [...leaders.map(line), ...(isShown ? [] : ['…', line(own)])]
  const text =
    leaders.length === 0 ? 'Nobody has points yet. The first report opens the board.' : 'The leaderboard'
  return {
    text,
    blocks: [
      section(...(leaders.length === 0 ? [text] : lines)),
      links(link(publicUrl + paths.leaderboard, 'See the leaderboard')),
    ],
  }
}

/** How the command is used. `isUnknown` says that what was typed is none of it. */
export function helpMessage({
  isUnknown,
  publicUrl,
}: {
  readonly isUnknown: boolean
  readonly publicUrl: string
}): ChatMessage {
  const text = isUnknown ? 'Ovation does not know this command.' : 'This is what you can type'
  return {
    text,
    blocks: [
      section(
        ...(isUnknown ? [text] : []),
        '`/ovation` your points, place and streak, and what waits for you',
        '`/ovation board` the leaderboard',
        '`/ovation undo` takes your last report back, within five minutes',
        '`/ovation share <link>` hands in a share of your own; words behind the link are its message',
        '`/ovation help` this list',
      ),
      links(link(publicUrl + paths.dashboard, 'Open Ovation')),
    ],
  }
}
