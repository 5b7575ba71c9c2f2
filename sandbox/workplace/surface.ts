import type { Changes } from './changes.ts'
import { bot } from './chat.ts'
import { createPrivateMessages, createStamps, type PrivateMessages } from './private-messages.ts'
import { createTriggers, type Triggers } from './triggers.ts'
import { createViews, type Views } from './views.ts'

/** What the app shows to single people. */
export interface Surface {
  readonly ephemerals: PrivateMessages
  readonly directMessages: PrivateMessages
  /** The ids of the direct messages that the app has opened. */
  readonly openedDirects: Set<string>
  readonly views: Views
  readonly triggers: Triggers
}

interface Options {
  readonly teamId: string
  readonly now: () => Date
  readonly changes: Changes
}

export function createSurface({ teamId, now, changes }: Options): Surface {
  const lists = { newTs: createStamps(now), onChange: changes.note }
  return {
    ephemerals: createPrivateMessages(lists),
    directMessages: createPrivateMessages(lists),
    openedDirects: new Set(),
    views: createViews({ teamId, appId: bot.app_id, botId: bot.bot_id, onChange: changes.note }),
    triggers: createTriggers(now),
  }
}

/** The id of the direct messages between the app and this person. */
export function directIdOf(userId: string): string {
  return `D${userId.slice(1)}`
}

/** Whose direct messages with the app have this id. */
export function userIdOf(directId: string): string {
  return `U${directId.slice(1)}`
}

export function isDirect(channelId: string): boolean {
  return channelId.startsWith('D')
}
