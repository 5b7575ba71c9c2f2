import { postAddress } from '#contract/paths.ts'
import type { Prompts } from '#domain/angles.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import type { PostId } from '#domain/ids.ts'
import { isPlaceholderLink } from '#domain/posts.ts'
import { type InteractionType, interactionTypes, type Platform, platformNames } from '#domain/vocabulary.ts'
import {
  actions,
  button,
  type ChatMessage,
  header,
  link,
  linkButton,
  links,
  listOf,
  type MessageBlock,
  number,
  oneLine,
  promptBlocks,
  quoted,
  section,
} from '../blocks/messages.ts'

/** Reports on a post. */
export interface Reactions {
  /** Live reports of each type, counted up to `mostCounted`. */
  readonly counts: Readonly<Record<InteractionType, number>>
  /** Members who reported, and the names of the latest. */
  readonly members: number
  readonly names: readonly string[]
}

export const mostCounted = 10_000

export interface ShownPost extends Prompts {
  readonly id: PostId
  readonly platform: Platform
  readonly authorName: string
  readonly content: string
  readonly postUrl: string | null
  readonly worth: Readonly<Record<InteractionType, number>>
  readonly isDeleted: boolean
  readonly reactions: Reactions
}

/** What a button for a report reads, and what was done. */
export const reportLabels: Readonly<Record<InteractionType, string>> = {
  like: 'Liked',
  comment: 'Commented',
  share: 'Shared',
}

/** The message about a post, on which one reports. */
export function postMessage(post: ShownPost, publicUrl: string): ChatMessage {
  const platform = platformNames[post.platform]
  const news = `${oneLine(post.authorName, 'title')} has a new post on ${platform}.`
  const worths = interactionTypes
    .map((type) => `${reportLabels[type]} +${number(post.worth[type])}`)
    .join(' · ')
  const hint = post.isDeleted
    ? 'It was removed from Ovation.'
    : `Open it, take part there, and press what you did: ${worths}.`
  return {
    text: news,
    blocks: [
      header(`New on ${platform}`),
      section(`${news} ${hint}`),
      ...quoted(post.content),
      ...(post.isDeleted ? [] : [...promptBlocks(post), reportButtons({ ...post, open: interactionTypes })]),
      links(reactionsText(post.reactions), link(publicUrl + postAddress(post.id), 'See it in the feed')),
    ],
  }
}

interface Reportable extends Pick<ShownPost, 'id' | 'postUrl'> {
  /** The reports that can be made. */
  readonly open: readonly InteractionType[]
}

/** Open post, Liked, Commented and Shared. */
export function reportButtons({ id, postUrl, open }: Reportable): MessageBlock {
  return actions(
    ...linkButton('Open post', chatActionIds.open, isPlaceholderLink(postUrl) ? null : postUrl),
    ...open.map((type) => button(reportLabels[type], { action_id: chatActionIds.report[type], value: id })),
  )
}

/** "3 liked, 1 commented: Ana Lima, Bo and 2 more" */
function reactionsText({ counts, members, names }: Reactions): string {
  const done = interactionTypes.filter((type) => counts[type] > 0)
  if (done.length === 0) return 'Nobody has reported yet. Be the first!'
  const told = done.map((type) => `${countText(counts[type])} ${reportLabels[type].toLowerCase()}`).join(', ')
  const shown = names.map((name) => oneLine(name, 'name'))
  const more = members - shown.length
  if (shown.length === 0) return told
  return `${told}: ${listOf(more > 0 ? [...shown, `${number(more)} more`] : shown)}`
}

function countText(count: number): string {
  return count > mostCounted ? `${number(mostCounted)}+` : number(count)
}
