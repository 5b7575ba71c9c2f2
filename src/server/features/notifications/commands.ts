import { uuidv7 } from 'uuidv7'
import type { ChatNotification } from '#domain/chat.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { insertNotification } from './store.ts'

interface Telling {
  /** What it tells of: the same is told once. */
  readonly key: string
  readonly notification: ChatNotification
}

/** Whether there is a chat to tell anything to. */
export function isChatSetUp({ slackBotToken, slackChannelId }: Config): boolean {
  return slackBotToken !== null && slackChannelId !== null
}

/**
 * Has the chat told of something, in the transaction in which it happened. Without a chat nothing is kept: one that is
 * set up later is not told of the past.
 */
export async function notifyChat(
  { config, clock, jobs }: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  { key, notification }: Telling,
): Promise<void> {
  if (!isChatSetUp(config)) return
  const isNew = await insertNotification.first(tx, { id: uuidv7(), key, notification, at: clock.now() })
  if (isNew) await jobs.enqueue(tx, 'chat.send', {})
}
