import type { SlackImport, SlackStatus } from '#contract/slack.ts'
import { type ChatNotification, chatNotificationGroups } from '#domain/chat.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countDirect, findRecord } from '#server/features/direct-messages/store.ts'
import { readMailState } from '#server/features/mail/commands.ts'
import { isChatSetUp } from '#server/features/notifications/commands.ts'
import * as store from '#server/features/notifications/store.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { haltText } from '../direct/messages.ts'
import { ChatClient, ChatFailure, permanentCodes } from './client.ts'
import { adviceOf, instructionsMessage, messageFor, reasonOf, testMessage } from './messages.ts'

/** Asks Slack whether the channel accepts messages. Returns the names of the workspace and the channel. */
export function testConnection(deps: Deps, acting: Acting): Promise<ChatPlace> {
  const request = { acting, action: 'slack.test-connection', failed: 'Slack connection failed' }
  return runRequest(deps, request, async (channel) => {
    const place = await channel.examine()
    await noteConnected(deps, channel, place)
    return place
  })
}

export function sendInstructions(deps: Deps, acting: Acting): Promise<void> {
  const request = { acting, action: 'slack.send-instructions', failed: 'Failed to send instructions' }
  return postNow(deps, request, instructionsMessage(deps.config))
}

export function sendTest(deps: Deps, acting: Acting): Promise<void> {
  const request = { acting, action: 'slack.test-notification', failed: 'Failed to send test notification' }
  return postNow(deps, request, testMessage(deps.config))
}

function postNow(deps: Deps, request: AdminRequest, message: ChatMessage): Promise<void> {
  return runRequest(deps, request, async (channel) => {
    await channel.post(message, newId())
    await noteConnected(deps, channel, null)
  })
}

/**
 * Queues the failed messages again, except those that Slack would refuse again, and has a refused channel examined.
 * Returns how many there are.
 */
export async function retryFailed(deps: Deps, acting: Acting): Promise<number> {
  if (!isChatSetUp(deps.config)) throw notSetUp('Nothing could be sent again', missingSettings(deps))
  return deps.db.transaction(async (tx) => {
    const { length: messages } = await store.updateNotificationsRequeued(tx, { permanent: permanentCodes })
    if (messages === 0) return 0
    const act = { action: 'slack.retry-failed', subject: 'slack', details: { messages } }
    await recordAct(deps, tx, acting, act)
    await deps.jobs.enqueue(tx, 'chat.send', { examine: true })
    tx.announce({ topics: ['chat'] })
    return messages
  })
}

/** The stored state of the chat, without a request to Slack. */
export async function readStatus({ config, db }: Deps): Promise<SlackStatus> {
  const connection = await store.getConnection(db, config.slackChannelId ?? '')
  const counts = await store.countNotifications.one(db, { permanent: permanentCodes })
  const { state, code, since, team, channel } = connection
  const { lastFailure } = counts
  const halt = await findRecord(db, 'direct_halt')
  const imported = await store.findChatRecord<StoredImport>(db, 'chat_import')
  return {
    missing: config.missingSlackVariables,
    botTokenConfigured: config.slackBotToken !== null,
    channelConfigured: config.slackChannelId !== null,
    channelConnected: isChatSetUp(config) && state === 'connected',
    notificationsActive: isChatSetUp(config) && state !== 'disconnected',
    direct: { ...(await countDirect.one(db, {})), halt: halt && haltText(halt.code) },
    mail: await readMailState({ config, db }),
    connection: { state, code, reason: code && reasonOf(code), since },
    team,
    channel,
    waiting: counts.waiting,
    failed: counts.failed,
    retryable: isChatSetUp(config) ? counts.retryable : 0,
    lastSentAt: counts.lastSentAt?.toISOString() ?? null,
    lastFailure: lastFailure && reasonOf(lastFailure),
    lastFailureAdvice: lastFailure && adviceOf(lastFailure, permanentCodes.includes(lastFailure)),
    notifications: chatNotificationGroups.map(({ name }) => ({ name, isEnabled: true })),
    lastImport: imported && {
      ...imported,
      disabled: imported.disabled ?? 0,
      enabled: imported.enabled ?? 0,
      failure: imported.failure && reasonOf(imported.failure),
      advice: imported.failure && adviceOf(imported.failure),
    },
  }
}

/** Imports of earlier releases neither disabled nor enabled anybody, and did not say so. */
type StoredImport = Omit<SlackImport, 'disabled' | 'enabled' | 'advice'> &
  Partial<Pick<SlackImport, 'disabled' | 'enabled'>>

/** The names of the workspace and of the channel. */
interface ChatPlace {
  readonly team: string
  readonly channel: string
}

/** The configured channel. Its methods throw a ChatFailure. */
export interface Channel {
  readonly channelId: string
  /** Posts a message, also to another channel, and returns its id there. */
  post(message: ChatMessage, jobId: string, otherChannelId?: string): Promise<string>
  /** Sends a notification whose message stays as it is. */
  send(waiting: store.WaitingNotification): Promise<void>
  /** Checks that messages would be accepted, without sending one. */
  examine(): Promise<ChatPlace>
}

/** Null when no channel is set up. */
export function openChannel(deps: Deps, deadline?: AbortSignal): Channel | null {
  const { slackChannelId: channelId } = deps.config
  const client = openClient(deps, deadline)
  if (!client || channelId === null) return null
  const post = (message: ChatMessage, jobId: string, otherChannelId = channelId) =>
    client.post(otherChannelId, message, jobId)
  return {
    channelId,
    post,
    send: async ({ id, notification }) => {
      await post(readableMessage(notification, deps), id, channelOf(deps, notification))
    },
    examine: async () => {
      const { team } = await ownTeam(deps, client)
      const { name, isArchived } = await client.channelInfo(channelId)
      if (isArchived) throw new ChatFailure('channel', 'is_archived')
      return { team, channel: name }
    },
  }
}

/** The channel that a notification is for. */
export function channelOf({ config }: Deps, { kind }: ChatNotification): string {
  const { slackChannelId = '', slackReviewChannelId: forReviewers } = config
  const isForReviewers = kind === 'share_review' || kind === 'appeal_review'
  return (isForReviewers ? forReviewers : null) ?? slackChannelId ?? ''
}

/**
 * Records that the channel accepts messages, and requeues notifications that failed for a reason that can pass. `place`
 * is null when it was not requested.
 */
export async function noteConnected(
  { db, clock, jobs }: Deps,
  { channelId }: Channel,
  place: ChatPlace | null,
): Promise<void> {
  const now = clock.now().toISOString()
  await db.transaction(async (tx) => {
    const before = await store.getConnection(tx, channelId)
    const isNew = before.state !== 'connected'
    const since = isNew ? now : before.since
    await store.putConnection(tx, {
      ...before,
      ...place,
      state: 'connected',
      code: null,
      since,
      checkedAt: now,
    })
    const requeued = await store.updateNotificationsRequeued(tx, { permanent: permanentCodes })
    if (isNew) tx.announce({ topics: ['chat'] })
    if (isNew || requeued.length > 0) await jobs.enqueue(tx, 'chat.send', {})
  })
}

/** Records that the channel accepts no messages. `waiting` is the notification that failed, if any. */
export async function noteDisconnected(
  { db, clock, log }: Deps,
  { channelId }: Channel,
  { code, waiting }: { readonly code: string; readonly waiting?: store.WaitingNotification },
): Promise<void> {
  const failedAt = clock.now()
  const now = failedAt.toISOString()
  await db.transaction(async (tx) => {
    if (waiting) await store.updateNotificationFailure(tx, { id: waiting.id, failure: code, failedAt })
    const before = await store.getConnection(tx, channelId)
    const since = before.state === 'disconnected' ? before.since : now
    await store.putConnection(tx, { ...before, state: 'disconnected', code, since, checkedAt: now })
    if (before.state !== 'disconnected' || before.code !== code) tx.announce({ topics: ['chat'] })
  })
  log.warn({ code }, 'the chat is disconnected: nothing is sent until its connection passes a test')
}

// A notification from another version may lack fields. It must not block those behind it.
function readableMessage(notification: ChatNotification, { config }: Deps): ChatMessage {
  try {
    const message: ChatMessage | undefined = messageFor(notification, config)
    if (message) return message
  } catch {}
  throw new ChatFailure('message', 'unreadable')
}

export function openClient(
  { config, limits, log, metrics }: Deps,
  deadline?: AbortSignal,
): ChatClient | null {
  const { slackBotToken: token, slackApiUrl: apiUrl } = config
  return token === null
    ? null
    : new ChatClient({
        apiUrl,
        token,
        timeoutMs: limits.chatTimeoutMs,
        deadline,
        log,
        onEnd: (result) => metrics.countSlackRequest(result),
      })
}

/** The workspace of the token. Throws a ChatFailure if the settings name another one. */
export async function ownTeam({ config }: Deps, client: ChatClient) {
  const own = await client.testAuth()
  if (config.slackTeamId === null || own.teamId === config.slackTeamId) return own
  throw new ChatFailure('connection', 'other_team')
}

/** A request to Slack on behalf of an administrator. */
interface AdminRequest {
  readonly acting: Acting
  readonly action: string
  readonly failed: string
}

/**
 * Makes a request that a person waits for, within the time limit of one request, and reports a failure in plain words.
 * Records the request and its result in the audit log.
 */
async function runRequest<Answer>(
  deps: Deps,
  { acting, action, failed }: AdminRequest,
  send: (channel: Channel) => Promise<Answer>,
): Promise<Answer> {
  // A little less than the limit, so that the whole answer fits into it.
  const channel = openChannel(deps, AbortSignal.timeout(0.9 * deps.limits.chatTimeoutMs))
  if (!channel) throw notSetUp(failed, missingSettings(deps))
  const record = (failure: string | null) =>
    recordAct(deps, deps.db, acting, { action, subject: 'slack', details: { failure } })
  try {
    const answer = await send(channel)
    await record(null)
    return answer
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    const { code } = error
    await record(code)
    if (error.isHalting) await noteDisconnected(deps, channel, { code })
    const issues = [{ path: settingFor(error), message: reasonOf(code) }]
    throw new AppError('upstream-failed', failed, { issues })
  }
}

function missingSettings({ config }: Deps): string[] {
  return [
    ...(config.slackBotToken === null ? ['SLACK_BOT_TOKEN'] : []),
    ...(config.slackChannelId === null ? ['SLACK_CHANNEL_ID'] : []),
  ]
}

export function notSetUp(failed: string, settings: readonly string[]): AppError {
  const issues = settings.map((path) => ({ path, message: 'Is not set' }))
  return new AppError('conflict', failed, { issues })
}

/** The setting that an administrator should check. */
function settingFor({ kind, code }: ChatFailure): string {
  if (code === 'other_team') return 'SLACK_TEAM_ID'
  if (kind === 'connection') return 'SLACK_BOT_TOKEN'
  return kind === 'channel' ? 'SLACK_CHANNEL_ID' : 'SLACK_API_URL'
}
