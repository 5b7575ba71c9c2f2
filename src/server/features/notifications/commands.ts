import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { ChatNotification } from '#domain/chat.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { keepLease, type Lease, releaseLease, takeLease } from '#server/db/leases.ts'
import type { Deps } from '#server/deps.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import * as store from './store.ts'

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
  const isNew = await store.insertNotification(tx, { id: uuidv7(), key, notification, at: clock.now() })
  if (isNew) await jobs.enqueue(tx, 'chat.send', {})
}

/**
 * What a failure concerns. `rate-limited` and `transient` pass; a `message` is never taken, whoever sends it when;
 * `channel` and `connection` hold for every message until somebody changes something in the chat or in the settings.
 */
export type FailureKind = 'rate-limited' | 'transient' | 'message' | 'channel' | 'connection'

/** The chat did not do what it was asked. Carries a short code and nothing else of what was answered. */
export class ChatFailure extends Error {
  readonly kind: FailureKind
  /** At most 64 letters, digits and underscores. */
  readonly code: string
  readonly retryAfterSeconds: number

  constructor(kind: FailureKind, code: string, { retryAfterSeconds = 0 } = {}) {
    super(`The chat did not do it: ${code}`)
    this.name = 'ChatFailure'
    this.kind = kind
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether no other message would be taken either, until somebody changes something. */
  get isHalting(): boolean {
    return this.kind === 'channel' || this.kind === 'connection'
  }
}

/** The names of the workspace and of the channel. */
export interface ChatPlace {
  readonly team: string
  readonly channel: string
}

/** The chat, for those who know what to send and not how. Its methods throw a ChatFailure. */
export interface Chat {
  readonly channelId: string
  /** The codes of failures that no later try can mend. */
  readonly hopelessCodes: readonly string[]
  tell(waiting: store.WaitingNotification): Promise<void>
  /** Whether messages would be taken, without sending one. */
  examine(): Promise<ChatPlace>
}

const leaseLifeMs = 20_000
const askForLeaseEveryMs = 1_000
/** Shorter than a try of the job may take, by the longest question and the longest pause. */
const longestWorkMs = 60_000
const longestPauseMs = 30_000
const keepLeaseEveryMs = 10_000
const givenUpAfterMs = 24 * 3_600_000
const checkEveryMs = 10 * 60_000
const warnEveryMs = 60_000

/** What a process remembers while it runs. */
interface Memory {
  readonly process: string
  hasLooked: boolean
  /** Before then nothing is tried: the last try failed for a reason that passes. */
  restUntilMs: number
  warnedAtMs: number
}

const memories = new WeakMap<Db, Memory>()

/** How the turn to send ended; `interrupted` when another process took over. */
type End = 'nothing waits' | 'halted' | 'out of time' | 'interrupted'

interface Run {
  readonly startedAtMs: number
  readonly signal: AbortSignal
  isConnected: boolean
}

/**
 * Sends everything that waits, the oldest first, one at a time over all instances. Nothing is sent before what is
 * older. Throws when the chat fails for a reason that passes, or `signal` ends it, and is then to be called again. Ends
 * early, and sees to it that somebody goes on, when `stopping` asks for it.
 */
export async function sendWaiting(
  deps: Deps,
  chat: Chat,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const run = {
    startedAtMs: monotonicMs(),
    signal: AbortSignal.any([signal, stopping]),
    isConnected: false,
  }
  try {
    await sendInTurns(deps, chat, run)
  } catch (error) {
    const isAborted = error instanceof Error && error.name === 'AbortError'
    if (!stopping.aborted || !isAborted) throw error
    await goOnLater(deps)
  }
}

async function sendInTurns(deps: Deps, chat: Chat, run: Run): Promise<void> {
  if (!(await isWorthTrying(deps, chat, run))) return
  // Once more after the turn: who came meanwhile may have found it taken, and is gone.
  while (await store.findNextNotification(deps.db)) {
    await sleep(Math.max(0, memoryOf(deps).restUntilMs - monotonicMs()), undefined, { signal: run.signal })
    const end = await takeTurn(deps, chat, run)
    if (end === 'halted') return
    if (end === 'out of time') return goOnLater(deps)
  }
}

function goOnLater({ db, jobs }: Deps): Promise<void> {
  return db.transaction((tx) => jobs.enqueue(tx, 'chat.send', {}))
}

/**
 * Notes that the chat takes messages: those wait again that were given up for a reason that can be over. `place` is
 * null when it was not asked for.
 */
export async function noteConnected({ db, clock, jobs }: Deps, chat: Chat, place: ChatPlace | null) {
  const now = clock.now().toISOString()
  await db.transaction(async (tx) => {
    const before = await store.getConnection(tx, chat.channelId)
    const since = before.state === 'connected' ? before.since : now
    await store.putConnection(tx, {
      ...before,
      ...place,
      state: 'connected',
      code: null,
      since,
      checkedAt: now,
    })
    const revived = await store.updateNotificationsRevived(tx, chat.hopelessCodes)
    if (before.state !== 'connected' || revived > 0) await jobs.enqueue(tx, 'chat.send', {})
  })
}

/** Notes that the chat takes no messages; `waiting` is the one by which it was found. */
export async function noteDisconnected(
  deps: Deps,
  chat: Chat,
  { code, waiting }: { readonly code: string; readonly waiting?: store.WaitingNotification },
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    if (waiting) await store.updateNotificationFailure(tx, waiting.id, { failure: code, givenUpAt: now })
    const before = await store.getConnection(tx, chat.channelId)
    const since = before.state === 'disconnected' ? before.since : now.toISOString()
    await store.putConnection(tx, {
      ...before,
      state: 'disconnected',
      code,
      since,
      checkedAt: now.toISOString(),
    })
  })
  warnDisconnected(deps, code)
}

/** Whether to try: not while the chat is disconnected, unless it is due to be asked again and then says yes. */
async function isWorthTrying(deps: Deps, chat: Chat, run: Run): Promise<boolean> {
  const memory = memoryOf(deps)
  const isFirstLook = !memory.hasLooked
  memory.hasLooked = true
  const { state, code, checkedAt } = await store.getConnection(deps.db, chat.channelId)
  run.isConnected = state === 'connected'
  if (state !== 'disconnected') return true
  const checkedMs = checkedAt === null ? 0 : Date.parse(checkedAt)
  if (isFirstLook || deps.clock.now().getTime() - checkedMs >= checkEveryMs) {
    run.isConnected = await isBack(deps, chat, code)
    return run.isConnected
  }
  warnDisconnected(deps, code)
  return false
}

async function isBack(deps: Deps, chat: Chat, codeBefore: string | null): Promise<boolean> {
  try {
    await noteConnected(deps, chat, await chat.examine())
    return true
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    // What passes says nothing new: the older reason stands.
    const code = error.isHalting ? error.code : (codeBefore ?? error.code)
    await noteDisconnected(deps, chat, { code })
    return false
  }
}

interface Turn {
  readonly run: Run
  readonly lease: Lease
}

async function takeTurn(deps: Deps, chat: Chat, run: Run): Promise<End> {
  const holder = { process: memoryOf(deps).process, run: randomUUID() }
  const lease = { name: 'chat.send', holder, lifeMs: leaseLifeMs }
  const isAlone = deps.db.engine === 'pglite'
  while (!(await takeLease(deps.db, lease, { isAlone }))) {
    if (isOutOfTime(run)) return 'out of time'
    await sleep(askForLeaseEveryMs, undefined, { signal: run.signal })
  }
  try {
    return await sendInTurn(deps, chat, { run, lease })
  } finally {
    await releaseLease(deps.db, lease)
  }
}

async function sendInTurn(deps: Deps, chat: Chat, turn: Turn): Promise<End> {
  for (;;) {
    turn.run.signal.throwIfAborted()
    if (isOutOfTime(turn.run)) return 'out of time'
    if (!(await keepLease(deps.db, turn.lease))) return 'interrupted'
    const next = await store.findNextNotification(deps.db)
    if (!next) return 'nothing waits'
    const pauseMs = await tell(deps, chat, { run: turn.run, next })
    if (pauseMs === 'halted') return 'halted'
    await pause(deps, turn, pauseMs)
  }
}

interface Attempt {
  readonly run: Run
  readonly next: store.WaitingNotification
}

/** One try to send one message; answers how long to pause after it. */
async function tell(deps: Deps, chat: Chat, { run, next }: Attempt): Promise<number | 'halted'> {
  try {
    await chat.tell(next)
  } catch (error) {
    if (error instanceof ChatFailure) return weigh(deps, chat, { next, failure: error })
    throw error
  }
  await store.updateNotificationSent(deps.db, next.id, deps.clock.now())
  memoryOf(deps).restUntilMs = 0
  if (!run.isConnected) await noteConnected(deps, chat, null)
  run.isConnected = true
  return deps.limits.chatPauseMs
}

interface Failed {
  readonly next: store.WaitingNotification
  readonly failure: ChatFailure
}

async function weigh(deps: Deps, chat: Chat, { next, failure }: Failed): Promise<number | 'halted'> {
  const { code } = failure
  const { chatPauseMs } = deps.limits
  if (failure.isHalting) {
    await noteDisconnected(deps, chat, { code, waiting: next })
    return 'halted'
  }
  if (failure.kind === 'rate-limited') {
    return Math.min(Math.max(failure.retryAfterSeconds * 1_000, chatPauseMs), longestPauseMs)
  }
  const now = deps.clock.now()
  const isOld = now.getTime() - next.createdAt.getTime() > givenUpAfterMs
  if (failure.kind === 'message' || isOld) {
    await store.updateNotificationFailure(deps.db, next.id, { failure: code, givenUpAt: now })
    deps.log.warn({ notification: next.id, code }, 'a message to the chat was given up')
    return chatPauseMs
  }
  await store.updateNotificationFailure(deps.db, next.id, { failure: code, givenUpAt: null })
  // Each message has a job of its own, and each job would try at once what has just failed.
  const restMs = Math.min(chatPauseMs * 2 ** (next.tries + 1), longestPauseMs)
  memoryOf(deps).restUntilMs = monotonicMs() + restMs
  throw failure
}

/** Waits without losing the lease. */
async function pause({ db }: Deps, { lease, run }: Turn, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= keepLeaseEveryMs) {
    await sleep(Math.min(leftMs, keepLeaseEveryMs), undefined, { signal: run.signal })
    if (leftMs > keepLeaseEveryMs) await keepLease(db, lease)
  }
}

function isOutOfTime({ startedAtMs }: Run): boolean {
  return monotonicMs() - startedAtMs > longestWorkMs
}

function warnDisconnected(deps: Deps, code: string | null): void {
  const memory = memoryOf(deps)
  if (monotonicMs() - memory.warnedAtMs < warnEveryMs) return
  memory.warnedAtMs = monotonicMs()
  deps.log.warn({ code }, 'the chat is disconnected: nothing is sent until its connection passes a test')
}

function memoryOf({ db }: Deps): Memory {
  const fresh = { hasLooked: false, restUntilMs: 0, warnedAtMs: Number.NEGATIVE_INFINITY }
  const memory = memories.get(db) ?? { process: randomUUID(), ...fresh }
  memories.set(db, memory)
  return memory
}
