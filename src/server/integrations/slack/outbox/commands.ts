import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import * as store from '#server/features/notifications/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import type { JobData } from '#server/jobs/queues.ts'
import { ChatFailure } from '../channel/client.ts'
import { type Channel, channelOf, noteConnected, noteDisconnected, openChannel } from '../channel/commands.ts'
import { keepMessage, keptMessageOf } from '../updates/commands.ts'

// Leaves time for one more request before the job expires, because another instance would then start.
const longestWorkMs = 30_000
const failedAfterMs = 24 * 3_600_000
const checkEveryMs = 10 * 60_000

/**
 * Sends all pending notifications, oldest first. The queue runs one job at a time across all instances. Throws on a
 * transient failure of Slack; the queue then retries this job before any other. When its time is up or the process is
 * stopping, it ends early and enqueues a job for the rest.
 */
export async function sendWaiting(
  deps: Deps,
  { examine = false }: JobData<'chat.send'>,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const endsAtMs = monotonicMs() + longestWorkMs
  const channel = openChannel(deps)
  if (!channel) return
  const opening = await examined(deps, channel, examine)
  if (opening === 'closed') return
  const ending = AbortSignal.any([signal, stopping])
  for (;;) {
    const next = await store.findNextNotification.first(deps.db, {})
    if (!next) return assertKnown(deps, channel, opening)
    signal.throwIfAborted()
    if (stopping.aborted || monotonicMs() > endsAtMs) return enqueueRest(deps)
    const pauseMs = await sendOne(deps, channel, next)
    if (pauseMs === 'halted') return
    const mostMs = Math.max(endsAtMs - monotonicMs(), deps.limits.chatPauseMs)
    // The sleep rejects only when it is aborted.
    await sleep(Math.min(pauseMs, mostMs), undefined, { signal: ending }).catch(() => undefined)
  }
}

/**
 * Whether to send. A channel that is not known to accept messages is examined at the start of an instance, and a
 * disconnected one also once the last check is old. A failure that passes leaves an unknown channel unknown.
 */
async function examined(
  deps: Deps,
  channel: Channel,
  examine: boolean,
): Promise<'open' | 'closed' | ChatFailure> {
  const { state, code: codeBefore, checkedAt } = await store.getConnection(deps.db, channel.channelId)
  if (state === 'connected' || (state === 'unknown' && !examine)) return 'open'
  const sinceCheckMs = deps.clock.now().getTime() - Date.parse(checkedAt ?? '1970-01-01')
  if (!examine && sinceCheckMs < checkEveryMs) return 'closed'
  try {
    await noteConnected(deps, channel, await channel.examine())
    return 'open'
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    if (state === 'unknown' && !error.isHalting) return error
    // A transient failure says nothing new, so the older reason stays.
    const code = error.isHalting ? error.code : (codeBefore ?? error.code)
    await noteDisconnected(deps, channel, { code })
    return 'closed'
  }
}

/** Throws the failure that left the channel unknown, so that this job examines it again, unless a message told meanwhile. */
async function assertKnown(
  { db }: Deps,
  { channelId }: Channel,
  opening: 'open' | ChatFailure,
): Promise<void> {
  if (opening === 'open' || (await store.getConnection(db, channelId)).state !== 'unknown') return
  throw opening
}

function enqueueRest({ db, jobs }: Deps): Promise<void> {
  return db.transaction((tx) => jobs.enqueue(tx, 'chat.send', {}))
}

/** Tries once to send one notification. Returns how long to pause after it. */
async function sendOne(
  deps: Deps,
  channel: Channel,
  next: store.WaitingNotification,
): Promise<number | 'halted'> {
  try {
    await send(deps, channel, next)
  } catch (error) {
    if (error instanceof ChatFailure) return handleFailure(deps, channel, next, error)
    throw error
  }
  const { state } = await store.getConnection(deps.db, channel.channelId)
  if (state !== 'connected') await noteConnected(deps, channel, null)
  return deps.limits.chatPauseMs
}

async function send(deps: Deps, channel: Channel, next: store.WaitingNotification): Promise<void> {
  const sent = () => ({ id: next.id, at: deps.clock.now() })
  const kept = await keptMessageOf(deps, next.notification)
  if (kept === null) {
    await channel.send(next)
    await store.updateNotificationSent(deps.db, sent())
    return
  }
  const to = channelOf(deps, next.notification)
  const ts = await channel.post(kept.message, next.id, to)
  await deps.db.transaction(async (tx) => {
    await store.updateNotificationSent(tx, sent())
    await keepMessage(deps, tx, { kept, channel: to, ts })
  })
}

async function handleFailure(
  deps: Deps,
  channel: Channel,
  next: store.WaitingNotification,
  failure: ChatFailure,
): Promise<number | 'halted'> {
  const { code, kind } = failure
  const { chatPauseMs } = deps.limits
  // The channel of the reviewers holds up nothing else.
  const isOfOther = kind === 'channel' && channelOf(deps, next.notification) !== channel.channelId
  if (failure.isHalting && !isOfOther) {
    await noteDisconnected(deps, channel, { code, waiting: next })
    return 'halted'
  }
  if (kind === 'rate-limited') return Math.max(failure.retryAfterSeconds * 1_000, chatPauseMs)
  const now = deps.clock.now()
  const isLast = kind === 'message' || isOfOther || now.getTime() - next.createdAt.getTime() > failedAfterMs
  const failedAt = isLast ? now : null
  await store.updateNotificationFailure(deps.db, { id: next.id, failure: code, failedAt })
  if (!isLast) throw failure
  deps.log.warn({ notification: next.id, code }, 'a notification failed and is not retried for now')
  return chatPauseMs
}
