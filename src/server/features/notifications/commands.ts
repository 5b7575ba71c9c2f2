import type { ChatNotification } from '#domain/chat.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { insertNotification } from './store.ts'

interface Telling {
  /** Identifies the event, which is sent once. */
  readonly key: string
  readonly notification: ChatNotification
}

/** Whether a chat is configured. */
export function isChatSetUp({ slackBotToken, slackChannelId }: Config): boolean {
  return slackBotToken !== null && slackChannelId !== null
}

/** Queues a message to the channel of the reviewers, if there is one. */
export async function notifyReviewers(
  deps: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  notification: Extract<ChatNotification, { kind: 'share_review' | 'appeal_review' }>,
): Promise<void> {
  if (deps.config.slackReviewChannelId === null) return
  const subject = notification.kind === 'share_review' ? notification.shareId : notification.appealId
  await notifyChat(deps, tx, { key: `${notification.kind} ${subject}`, notification })
}

/**
 * Queues a notification in the transaction of its event. Without a chat nothing is stored, so a chat that is set up
 * later hears nothing about the past.
 */
export async function notifyChat(
  { config, clock, jobs }: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  { key, notification }: Telling,
): Promise<void> {
  if (!isChatSetUp(config)) return
  const isNew = await insertNotification.first(tx, { id: newId(), key, notification, at: clock.now() })
  if (isNew) await jobs.enqueue(tx, 'chat.send', {})
}
