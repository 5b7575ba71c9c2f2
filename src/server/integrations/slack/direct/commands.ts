import { setTimeout as sleep } from 'node:timers/promises'
import { type DirectFacts, directKinds, type PlainNews } from '#domain/direct-messages.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import {
  noteHalt,
  noteTaken,
  type TakenMessage,
  takeNext,
} from '#server/features/direct-messages/commands.ts'
import * as store from '#server/features/direct-messages/store.ts'
import { postForMember } from '#server/features/today/commands.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import type { JobData } from '#server/jobs/queues.ts'
import { deleteCoveredJobs } from '#server/jobs/waiting.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { type ChatClient, ChatFailure } from '../channel/client.ts'
import { openClient } from '../channel/commands.ts'
import { withPrompts } from '../home/commands.ts'
import { composeWaiting, hasButtons, type KeptMessage, keepMessage } from '../updates/commands.ts'
import { directMessage, footOf, reminderMessage } from './messages.ts'

// Leaves time for two more requests before the job expires, because another instance would then start.
const longestWorkMs = 25_000
const checkEveryMs = 10 * 60_000
const expiredAtATime = 2_000
const firstPauseMs = 10_000
const longestPauseMs = 10 * 60_000

/**
 * Sends the direct messages that are due, the most important first. The queue runs one job at a time across all instances.
 * A failure that concerns one person fails that message alone. Throws on a transient failure of Slack, so that the queue
 * retries. What Slack refuses for every person holds these messages back, and no others.
 */
export async function sendDirect(
  deps: Deps,
  { examine = false }: JobData<'chat.direct'>,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const endsAtMs = monotonicMs() + longestWorkMs
  const client = openClient(deps)
  await deleteCoveredJobs(deps.db, 'chat.direct')
  if (!client || (!examine && (await isHeldBack(deps)))) return
  await store.updateExpired(deps.db, { now: deps.clock.now(), limit: expiredAtATime })
  const ending = AbortSignal.any([signal, stopping])
  for (;;) {
    const due = await store.findDue.first(deps.db, { kinds: directKinds, now: deps.clock.now() })
    if (!due) return
    signal.throwIfAborted()
    if (stopping.aborted || monotonicMs() > endsAtMs) return enqueueRest(deps)
    const next = await takeNext(deps, due.userId)
    if (!next) continue
    const pauseMs = await sendOne(deps, client, next)
    if (pauseMs === 'halted') return
    const mostMs = Math.max(endsAtMs - monotonicMs(), deps.limits.directPauseMs)
    // The sleep rejects only when it is aborted.
    await sleep(Math.min(pauseMs, mostMs), undefined, { signal: ending }).catch(() => undefined)
  }
}

/** Whether Slack refused everybody's messages a short while ago. */
async function isHeldBack({ db, clock }: Deps): Promise<boolean> {
  const halt = await store.findRecord(db, 'direct_halt')
  return halt !== null && clock.now().getTime() - Date.parse(halt.checkedAt) < checkEveryMs
}

function enqueueRest({ db, jobs }: Deps): Promise<void> {
  return db.transaction((tx) => jobs.enqueue(tx, 'chat.direct', {}))
}

/** Tries once to send one message. Returns how long to pause after it. */
async function sendOne(deps: Deps, client: ChatClient, next: TakenMessage): Promise<number | 'halted'> {
  let isPosted = false
  try {
    const { message, kept } = await messageOf(deps, next)
    const channel = next.chatChannel ?? (await openConversation(deps, client, next))
    isPosted = true
    const ts = await client.post(channel, message, next.id)
    if (kept) await deps.db.transaction((tx) => keepMessage(deps, tx, { kept, channel, ts }))
  } catch (error) {
    if (error instanceof ChatFailure) return handleFailure(deps, next, { failure: error, isPosted })
    throw error
  }
  await store.updateDirectSent(deps.db, { id: next.id, now: deps.clock.now() })
  await noteTaken(deps, 'chat')
  return deps.limits.directPauseMs
}

async function openConversation(
  { db }: Deps,
  client: ChatClient,
  { userId, chatUser }: TakenMessage,
): Promise<string> {
  const chatChannel = await client.openDirect(chatUser)
  await store.putChatChannel(db, { userId, chatChannel })
  return chatChannel
}

/** What waits for a reviewer has its buttons, and shows the decision once there is one. Nobody hears of a decided one. */
async function messageOf(
  deps: Deps,
  next: TakenMessage,
): Promise<{ message: ChatMessage; kept: KeptMessage | null }> {
  const { news } = next
  if (news.kind === 'post_reminder') return { message: await reminderOf(deps, next, news.facts), kept: null }
  if (news.kind !== 'review_waits' || !hasButtons(deps))
    return { message: readableMessage(deps, news), kept: null }
  const { subject, id } = news.facts
  const kept = await composeWaiting(deps, subject, id)
  if (kept === null) throw new ChatFailure('message', 'expired')
  const blocks = [...kept.message.blocks, ...footOf(news.kind, deps.config.publicUrl)]
  return { message: { ...kept.message, blocks }, kept }
}

/** Nobody is reminded of a post that is gone, or on which they have reported meanwhile. */
async function reminderOf(
  deps: Deps,
  { userId }: TakenMessage,
  { postId }: DirectFacts['post_reminder'],
): Promise<ChatMessage> {
  const post = await postForMember(deps, userId, postId)
  if (post === null || post.open.length < interactionTypes.length) throw new ChatFailure('message', 'expired')
  const [shown] = await withPrompts(deps, userId, [post])
  if (!shown) throw new ChatFailure('message', 'expired')
  return reminderMessage(shown, { publicUrl: deps.config.publicUrl, hasButtons: hasButtons(deps) })
}

// A message of another version may lack fields. It must not block those behind it.
function readableMessage({ config }: Deps, news: PlainNews): ChatMessage {
  try {
    return directMessage(news, config)
  } catch {
    throw new ChatFailure('message', 'unreadable')
  }
}

/** What Slack says of one person. Nobody else's messages fail. */
const personCodes = [
  'user_not_found',
  'users_not_found',
  'user_not_visible',
  'user_disabled',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'method_not_supported_for_channel_type',
  'invalid_user_combination',
  'is_inactive',
]

/** After these, nobody knows whether Slack has posted the message. */
const unclearCodes = ['timeout', 'econnreset', 'epipe', 'unreadable_answer']

async function handleFailure(
  deps: Deps,
  { id, userId, tries, chatChannel }: TakenMessage,
  { failure, isPosted }: { readonly failure: ChatFailure; readonly isPosted: boolean },
): Promise<number | 'halted'> {
  const { code, kind } = failure
  const { db, clock, limits, log } = deps
  const now = clock.now()
  const missed = isPosted && unclearCodes.includes(code) ? 0 : 1
  const note = (failedAt: Date | null, dueAt = now) =>
    store.updateDirectFailure(db, { id, failure: code, failedAt, dueAt, missed })
  if (kind === 'connection') {
    await note(null)
    await noteHalt(deps, 'chat', code)
    return 'halted'
  }
  if (kind === 'rate-limited') {
    await note(null)
    return Math.max(failure.retryAfterSeconds * 1_000, limits.directPauseMs)
  }
  if (code === 'channel_not_found' && chatChannel !== null) {
    // The conversation was opened for another app or workspace. It is opened anew.
    await store.putChatChannel(db, { userId, chatChannel: null })
    await note(null)
    return limits.directPauseMs
  }
  if (kind === 'message' || kind === 'channel' || personCodes.includes(code)) {
    await note(now)
    log.warn({ message: id, code }, 'a direct message failed and is not sent')
    return limits.directPauseMs
  }
  const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
  await note(null, new Date(now.getTime() + pauseMs))
  throw failure
}
