import { directPlaces, notificationSettingsPath } from '#contract/direct-places.ts'
import { postAddress } from '#contract/paths.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import type { DirectKind, PlainNews } from '#domain/direct-messages.ts'
import { wordsOf } from '#domain/direct-words.ts'
import { platformNames } from '#domain/vocabulary.ts'
import {
  actions,
  button,
  type ChatMessage,
  link,
  links,
  type MessageBlock,
  oneLine,
  section,
} from '../blocks/messages.ts'
import { reasonOf } from '../channel/messages.ts'
import { aboutPost, type WaitingPost } from '../home/messages.ts'
import { reportButtons } from '../updates/messages.ts'

/** The message for one member. `publicUrl` is without a trailing slash. */
export function directMessage(news: PlainNews, { publicUrl }: { readonly publicUrl: string }): ChatMessage {
  const { text, more, place } = wordsOf(news, oneLine)
  const { path, label } = directPlaces[place]
  const leads = link(publicUrl + path, label)
  return {
    text,
    blocks: [section(text, ...more, ...(leads ? [leads] : [])), ...footOf(news.kind, publicUrl)],
  }
}

/** A post on which a member has reported nothing. Without buttons, it leads to the feed. */
export function reminderMessage(
  post: WaitingPost,
  { publicUrl, hasButtons }: { readonly publicUrl: string; readonly hasButtons: boolean },
): ChatMessage {
  const { id, platform, authorName, link: postUrl, open } = post
  const feed = links(link(publicUrl + postAddress(id), 'See it in the feed'))
  return {
    text: `A post by ${oneLine(authorName, 'title')} on ${platformNames[platform]} waits for you.`,
    blocks: [
      section('A post waits for you.'),
      ...aboutPost(post),
      hasButtons ? reportButtons({ id, postUrl, open }) : feed,
      ...footOf('post_reminder', publicUrl),
    ],
  }
}

/** Why a message came, and the button for fewer of them. */
export function footOf(kind: DirectKind, publicUrl: string): MessageBlock[] {
  const settings = link(publicUrl + notificationSettingsPath, 'Your notifications')
  return [
    links(`${why[kind]} · ${settings}`),
    actions(button('Fewer of these', { action_id: chatActionIds.fewer, value: kind })),
  ]
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
  post_reminder: 'You get this because you chose all messages',
}

/** Why Slack takes no direct messages, in words for administrators. */
export function haltText(code: string): string {
  if (code !== 'missing_scope') return reasonOf(code)
  return 'The app lacks im:write. Add it under OAuth & Permissions, then install the app again (missing_scope)'
}
