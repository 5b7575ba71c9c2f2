import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ChatMessageKind,
  type ChatNotification,
  chatMessageKinds,
  chatMessageLifeMs,
  chatUpdateMs,
  namedReporters,
} from '#domain/chat.ts'
import { type AppealId, asId, type PostId, type ShareId } from '#domain/ids.ts'
import { worthOf } from '#domain/points.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { isChatSetUp } from '#server/features/notifications/commands.ts'
import { getConnection } from '#server/features/notifications/store.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { countReactions, findPost, listReporters } from '#server/features/posts/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import type { JobData } from '#server/jobs/queues.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { type ChatClient, ChatFailure } from '../channel/client.ts'
import { noteDisconnected, openChannel, openClient } from '../channel/commands.ts'
import { composeAppeal, composeShare } from '../reviews/commands.ts'
import { mostCounted, postMessage } from './messages.ts'
import * as store from './store.ts'

const longestWorkMs = 30_000
const gatheringMs = 200
const mostTries = 20
/** Messages older than this are not looked through for changes that nobody told of. */
const examinedMs = 7 * 86_400_000

/** A message that is kept up to date. */
export interface KeptMessage {
  readonly kind: ChatMessageKind
  readonly subjectId: PostId | ShareId | AppealId
  readonly message: ChatMessage
}

/** Whether messages get buttons, because presses can be received. */
export function hasButtons({ config }: Pick<Deps, 'config'>): boolean {
  return config.slackSigningSecret !== null
}

/** The message for a notification whose message is kept up to date; null for every other one. */
export async function keptMessageOf(deps: Deps, notification: ChatNotification): Promise<KeptMessage | null> {
  if (!hasButtons(deps)) return null
  const wanted = subjectOf(notification)
  if (!wanted) return null
  const message = await compose(deps, wanted.kind, wanted.subjectId)
  return message && { ...wanted, message }
}

/** The message about a share or an appeal; null once it is decided or gone. */
export async function composeWaiting(
  deps: Deps,
  kind: 'share' | 'appeal',
  subjectId: ShareId | AppealId,
): Promise<KeptMessage | null> {
  const message = await compose(deps, kind, subjectId)
  const isOpen = message?.blocks.some(({ type }) => type === 'actions') ?? false
  return message && isOpen ? { kind, subjectId, message } : null
}

function subjectOf(notification: ChatNotification): Pick<KeptMessage, 'kind' | 'subjectId'> | null {
  if (notification.kind === 'share_review') return { kind: 'share', subjectId: notification.shareId }
  if (notification.kind === 'appeal_review') return { kind: 'appeal', subjectId: notification.appealId }
  if (notification.kind !== 'new_post' || !notification.postId || notification.isTest) return null
  return { kind: 'post', subjectId: notification.postId }
}

/** Remembers a message that was just posted. */
export async function keepMessage(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { kept, channel, ts }: { readonly kept: KeptMessage; readonly channel: string; readonly ts: string },
): Promise<void> {
  const { kind, subjectId, message } = kept
  const shown = printOf(message)
  await store.insertMessage(tx, { id: newId(), kind, subjectId, channel, ts, at: clock.now(), shown })
}

function printOf(message: ChatMessage): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('base64url')
}

/** The message as it has to be now; null if its subject is gone. */
function compose(deps: Deps, kind: ChatMessageKind, id: string): Promise<ChatMessage | null> {
  if (kind === 'share') return composeShare(deps, asId<'share'>(id))
  return kind === 'appeal' ? composeAppeal(deps, asId<'appeal'>(id)) : composePost(deps, asId<'post'>(id))
}

async function composePost({ db, config }: Deps, postId: PostId): Promise<ChatMessage | null> {
  const asked = { postIds: [postId], named: namedReporters, counted: mostCounted }
  const [post, rules, [reporters], counts] = await Promise.all([
    findPost(db, postId),
    listPointsRules(db),
    listReporters(db, asked),
    countReactions.one(db, { postId, most: mostCounted + 1 }),
  ])
  if (!post) return null
  const reactions = {
    counts,
    members: reporters?.count ?? 0,
    names: (reporters?.first ?? []).map(({ displayName }) => displayName),
  }
  const worth = worthOf(rules, post.platform)
  return postMessage({ ...post, worth, isDeleted: post.deletedAt !== null, reactions }, config.publicUrl)
}

/** Notes which messages may be outdated by what this process writes, and has them updated. */
export function watchMessages(deps: Deps): void {
  if (!isChatSetUp(deps.config) || !hasButtons(deps)) return
  const subjects = new Set<PostId>()
  const kinds = new Set<ChatMessageKind>()
  let timer: NodeJS.Timeout | null = null
  const note = () => {
    timer = null
    const changed = { subjectIds: [...subjects], kinds: [...kinds] }
    subjects.clear()
    kinds.clear()
    noteChanges(deps, changed).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not note which chat messages are outdated'),
    )
  }
  deps.db.listen(({ topics = [], messages = [] }) => {
    for (const message of messages) {
      if (message.type === 'POINT_UPDATE' || message.type === 'POINT_REMOVAL')
        subjects.add(message.data.postId)
    }
    // A take-back is told to nobody, and an edited or removed post does not say which one it is.
    if (topics.includes('posts') || (topics.includes('reports') && messages.length === 0)) kinds.add('post')
    if (topics.includes('review')) kinds.add('share').add('appeal')
    if (timer === null && subjects.size + kinds.size > 0) {
      timer = setTimeout(note, gatheringMs)
      timer.unref()
    }
  })
}

interface Changed {
  readonly subjectIds: readonly PostId[]
  readonly kinds: readonly ChatMessageKind[]
}

async function noteChanges({ db, clock, jobs }: Deps, { subjectIds, kinds }: Changed): Promise<void> {
  const nowMs = clock.now().getTime()
  await db.transaction(async (tx) => {
    const since = new Date(nowMs - chatMessageLifeMs)
    const rows = [
      ...(subjectIds.length > 0 ? await store.updateChanged(tx, { subjectIds, since }) : []),
      ...(kinds.length > 0
        ? await store.updateAllChanged(tx, { kinds, since: new Date(nowMs - examinedMs) })
        : []),
    ]
    // Those that were outdated before have a job already.
    if (rows.some(({ isFirst }) => isFirst)) await jobs.enqueue(tx, 'chat.update', {})
  })
}

/**
 * Updates outdated messages, each at most once in five seconds. The queue runs one job at a time across all instances.
 * With `examine`, recent messages are compared with how things stand, because a killed process may have told of nothing.
 */
export async function updateMessages(
  deps: Deps,
  { examine = false }: JobData<'chat.update'>,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const { db, clock } = deps
  const client = openClient(deps)
  const { slackChannelId } = deps.config
  if (client === null || slackChannelId === null) return
  if (examine) await examineRecent(deps)
  if ((await getConnection(db, slackChannelId)).state === 'disconnected') return
  const endsAtMs = monotonicMs() + longestWorkMs
  const ending = AbortSignal.any([signal, stopping])
  for (;;) {
    const next = await store.findNextStale.first(db, {})
    if (!next) return
    if (ending.aborted || monotonicMs() > endsAtMs)
      return db.transaction((tx) => deps.jobs.enqueue(tx, 'chat.update', {}))
    const waitMs = next.shownAt.getTime() + chatUpdateMs - clock.now().getTime()
    if (waitMs > 0) {
      await sleep(Math.min(waitMs, chatUpdateMs), undefined, { signal: ending }).catch(() => undefined)
      if (ending.aborted) continue
    }
    const pauseMs = await updateOne(deps, client, next.id)
    if (pauseMs === null) return
    await sleep(pauseMs, undefined, { signal: ending }).catch(() => undefined)
  }
}

async function examineRecent({ db, clock }: Deps): Promise<void> {
  const nowMs = clock.now().getTime()
  await store.deleteMessagesBefore(db, { instant: new Date(nowMs - 2 * chatMessageLifeMs) })
  await store.updateAllChanged(db, { kinds: chatMessageKinds, since: new Date(nowMs - examinedMs) })
}

/** Updates one message. Returns the pause after it; null if nothing more can be sent now. */
async function updateOne(
  deps: Deps,
  client: ChatClient,
  id: store.StaleMessage['id'],
): Promise<number | null> {
  const { db, clock, limits } = deps
  const stale = await store.getStale.one(db, { id })
  const message = await compose(deps, stale.kind, stale.subjectId)
  const shown = message ? printOf(message) : stale.shown
  const { changes } = stale
  if (message === null || shown === stale.shown) {
    await store.updateShown(db, { ...stale, at: stale.shownAt })
    return 0
  }
  try {
    await client.update(stale.channel, stale.ts, message)
  } catch (error) {
    if (error instanceof ChatFailure) return noteFailure(deps, stale, error)
    throw error
  }
  await store.updateShown(db, { id, shown, at: clock.now(), changes })
  return limits.chatPauseMs
}

async function noteFailure(
  deps: Deps,
  stale: store.StaleMessage,
  failure: ChatFailure,
): Promise<number | null> {
  const { db, clock, config } = deps
  const { code: reason, kind } = failure
  if (kind === 'rate-limited') return Math.max(failure.retryAfterSeconds * 1_000, deps.limits.chatPauseMs)
  const at = clock.now()
  const channel = openChannel(deps)
  if (kind === 'connection' || (kind === 'channel' && stale.channel === config.slackChannelId)) {
    if (channel) await noteDisconnected(deps, channel, { code: reason })
    return null
  }
  const isOver = kind !== 'transient' || stale.tries + 1 >= mostTries
  await store.updateFailed(db, { id: stale.id, failure: reason, endedAt: isOver ? at : null, at })
  if (!isOver) throw failure
  deps.log.warn({ message: stale.id, code: reason }, 'a message in the chat stays as it is')
  return 0
}
