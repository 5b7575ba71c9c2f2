import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatAction, chatActionOf } from '#domain/chat-actions.ts'
import { asId, type InteractionId, type PressId, type UserId } from '#domain/ids.ts'
import { slackInteractivityPath } from '#domain/slack-app.ts'
import { RateLimit } from '#server/access/rate-limit.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Db } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { OneByOne } from '#server/db/one-by-one.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findEntry, teamBoard } from '#server/features/boards/store.ts'
import { fewerOf } from '#server/features/direct-messages/commands.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { findReport } from '#server/features/interactions/store.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { describe, type JobRun } from '#server/jobs/handlers.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { ChatFailure } from '../channel/client.ts'
import { actorOf, CallRefused, type ChatActor, knownActorOf } from '../people/commands.ts'
import { askForReason, verifyShare } from '../reviews/commands.ts'
import { reply } from './client.ts'
import { type Place, reportedMessage, undoneMessage, wordsMessage } from './messages.ts'
import * as store from './store.ts'

/** A pressed button, as the chat tells of it. */
export interface Press {
  /** What makes it this press: a repeat has the same. */
  readonly key: string
  readonly slackUserId: string
  readonly actionId: string
  readonly value: string
  /** Null for the Home tab, and for an address that is not one of the chat. */
  readonly responseUrl: string | null
  /** With which a dialog can be opened for three seconds. */
  readonly triggerId: string | null
  readonly ip: string
}

type Working = Omit<Press, 'key' | 'triggerId' | 'ip'> &
  Pick<store.WaitingPress, 'id' | 'receivedAt' | 'answer' | 'tries'> &
  Partial<Pick<Press, 'triggerId' | 'ip'>>

const effectsAtOnce = 8
const answersAtOnce = 24
const lookUpsAtOnce = 8
/** An address for answers works for 30 minutes. */
const longestAnswerMs = 30 * 60_000
const longestPauseMs = 60_000
const leaseMs = 15_000
const longestWorkMs = 30_000
const portion = 50
const keptMs = 86_400_000
/** A stop waits so long for the attempts under way. */
const longestStopMs = 2_000
/** After so many attempts a press whose effect fails on our side is given up. */
const mostTries = 8

/** What this process works on: effects of a person one after the other, and a Slack that is slow holds up no effect. */
class Line {
  readonly busy = new Set<PressId>()
  readonly attempts = new Set<Promise<unknown>>()
  readonly effects = new OneByOne(effectsAtOnce)
  readonly answers = new OneByOne(answersAtOnce)
  readonly lookUps = new OneByOne(lookUpsAtOnce)
  readonly limit: RateLimit

  constructor(pressesPerMember: number) {
    this.limit = new RateLimit(pressesPerMember)
  }
}

const lines = new WeakMap<Db, Line>()

function lineOf({ db, limits }: Deps): Line {
  const known = lines.get(db)
  if (known) return known
  const line = new Line(limits.reportsPerMember)
  lines.set(db, line)
  return line
}

/**
 * Keeps a press, so that it is not lost once this returns, and goes on to work on it. A repeat has no effect. Whoever
 * pressed too often within a minute is told so.
 */
export async function receivePress(deps: Deps, press: Press): Promise<void> {
  if (chatActionOf(press.actionId, press.value) === null) return
  const { triggerId, ip, key, ...kept } = press
  const id = newId<'press'>()
  const receivedAt = deps.clock.now()
  const line = lineOf(deps)
  line.busy.add(id)
  const log = { deliveryId: newId<'delivery'>(), route: slackInteractivityPath }
  const [isNew] = await store
    .insertPress(deps.db, { ...kept, id, key, receivedAt, ...log })
    .catch((error) => {
      line.busy.delete(id)
      throw error
    })
  if (!isNew) {
    line.busy.delete(id)
    return
  }
  void workOn(deps, { ...kept, id, receivedAt, triggerId, ip, answer: null, tries: 0 })
}

/** Works on the presses that an ended process has left, and deletes old ones. */
export async function workOnWaiting(deps: Deps, { signal, stopping }: JobRun): Promise<void> {
  const { db, clock } = deps
  const { busy } = lineOf(deps)
  const endsAtMs = monotonicMs() + longestWorkMs
  // The only process has ended before this one began.
  const oldMs = db.engine === 'pglite' ? 0 : leaseMs
  const ending = AbortSignal.any([signal, stopping])
  while (!ending.aborted && monotonicMs() < endsAtMs) {
    const now = clock.now()
    const before = new Date(now.getTime() - oldMs)
    const taken = await store.takeWaiting(db, { now, before, busy: [...busy], limit: portion })
    if (taken.length > 0) {
      for (const { id } of taken) busy.add(id)
      await Promise.all(taken.map((press) => workOn(deps, press)))
      continue
    }
    const oldest = await store.findOldestWaiting.first(db, { busy: [...busy] })
    if (!oldest || oldMs === 0) break
    await sleep(Math.max(100, oldest.takenAt.getTime() - before.getTime()), undefined, {
      signal: ending,
    }).catch(() => undefined)
  }
  await store.deletePressesBefore(db, { instant: new Date(clock.now().getTime() - keptMs) })
}

/**
 * Waits for the attempts under way, so that nobody is answered a second time after a restart. What waits for Slack longer
 * than two seconds is left to the next process.
 */
export async function finishAttempts(deps: Deps): Promise<void> {
  const { attempts } = lineOf(deps)
  await Promise.race([Promise.allSettled(attempts), sleep(longestStopMs, undefined, { ref: false })])
}

/** Tries until there is an answer, or nobody can get it any more. Never throws. */
async function workOn(deps: Deps, press: Working): Promise<void> {
  const { busy, attempts } = lineOf(deps)
  let known: Working | null = press
  try {
    while (known) {
      const underWay: Promise<number | null> = attempt(deps, known)
      attempts.add(underWay)
      const pauseMs = await underWay.finally(() => attempts.delete(underWay))
      if (pauseMs === null) return
      await sleep(pauseMs, undefined, { ref: false })
      known = await store.takeOne.first(deps.db, { id: press.id, now: deps.clock.now() })
    }
  } catch (error) {
    deps.log.warn({ ...describe(error) }, 'a press of a button waits for the next attempt')
  } finally {
    busy.delete(press.id)
  }
}

/** One attempt. Returns the pause before the next one; null if there is none. */
async function attempt(deps: Deps, press: Working): Promise<number | null> {
  const { id, tries } = press
  let answer = press.answer
  try {
    answer ??= await effectOf(deps, press)
    if (answer !== null) await lineOf(deps).answers.run(id, () => send(deps, press, answer as ChatMessage))
    await store.updatePressEnded(deps.db, { id, at: deps.clock.now(), failure: null })
    return null
  } catch (error) {
    const at = deps.clock.now()
    const code = error instanceof ChatFailure ? error.code : 'internal'
    const isLate = at.getTime() - press.receivedAt.getTime() > longestAnswerMs
    const isOver = isLate || (code === 'internal' && tries >= mostTries)
    if (isOver || (error instanceof ChatFailure && error.kind === 'message')) {
      await store.updatePressEnded(deps.db, { id, at, failure: code })
      return null
    }
    if (code === 'internal') deps.log.error(describe(error), 'a press of a button failed, and is tried again')
    await store.updatePressTried(deps.db, { id, failure: code, answer, at })
    const waitSeconds = error instanceof ChatFailure ? error.retryAfterSeconds : 0
    return Math.min(longestPauseMs, Math.max(waitSeconds * 1_000, 1_000 * 2 ** tries))
  }
}

async function send(deps: Deps, { slackUserId, responseUrl }: Working, answer: ChatMessage): Promise<void> {
  if (responseUrl === null) {
    await deps.db.transaction((tx) =>
      deps.jobs.enqueue(tx, 'chat.home', { slackUserId, notice: { ...answer, blocks: [...answer.blocks] } }),
    )
    return
  }
  const { text, blocks } = answer
  const sent = { text, blocks, response_type: 'ephemeral', replace_original: false } as const
  await reply(responseUrl, sent, deps.limits.chatTimeoutMs)
}

/** What the press does, and what the presser is told; null for nothing. Throws what another attempt may mend. */
async function effectOf(deps: Deps, press: Working): Promise<ChatMessage | null> {
  const action = chatActionOf(press.actionId, press.value)
  if (action === null) return null
  try {
    const seconds = press.tries === 0 ? lineOf(deps).limit.secondsToWait(press.slackUserId) : null
    if (seconds !== null)
      throw new CallRefused(`That was very fast. Wait ${seconds} seconds, and press again.`)
    const { slackUserId } = press
    const { effects, lookUps } = lineOf(deps)
    const actor =
      (await knownActorOf(deps, slackUserId)) ??
      (await lookUps.run(slackUserId, () => actorOf(deps, slackUserId)))
    return await effects.run(slackUserId, () => act(deps, actor, { press, action }))
  } catch (error) {
    if (error instanceof CallRefused || error instanceof AppError)
      return wordsMessage(sentence(error.message))
    if (error instanceof ChatFailure && (error.isHalting || error.kind === 'message'))
      return wordsMessage(`Slack refused (${error.code}). Tell an administrator of Ovation.`)
    throw error
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

interface Acting {
  readonly press: Working
  readonly action: ChatAction
}

async function act(deps: Deps, actor: ChatActor, { press, action }: Acting): Promise<ChatMessage | null> {
  switch (action.kind) {
    case 'report':
      return report(deps, actor, { ...action, id: asId<'interaction'>(press.id) })
    case 'undo':
      return wordsOfUndo(deps, actor, { id: action.interactionId, since: press.receivedAt })
    case 'verify':
      return verifyShare(deps, { actor, ip: press.ip ?? '', shareId: action.shareId })
    case 'reject':
    case 'give-back':
    case 'uphold':
      await askForReason(deps, { actor, action, triggerId: press.triggerId ?? null })
      return null
    case 'fewer':
      return wordsMessage(await fewerOf(deps, actor.id))
  }
}

type Reporting = Extract<ChatAction, { kind: 'report' }> & { readonly id: InteractionId }

async function report(deps: Deps, actor: ChatActor, { id, postId, type }: Reporting): Promise<ChatMessage> {
  const reported = await reportInteraction(deps, actor, { id, postId, interactionType: type }).catch(
    async (error) => {
      // An earlier attempt has made it, but the process ended before the answer.
      const made = await findReport.first(deps.db, { id })
      if (made === null || made.undoneAt !== null || made.takenBackAt !== null) throw error
      return { points: made.points, cap: { cap: null } }
    },
  )
  deps.metrics.countReport()
  const place = await placeOf(deps, actor.id)
  return reportedMessage({ interactionId: id, type, points: reported.points, cap: reported.cap.cap, place })
}

/** Takes a report back. One that an earlier attempt took back, after `since`, counts as done. */
async function wordsOfUndo(
  deps: Deps,
  actor: ChatActor,
  { id, since }: { readonly id: InteractionId; readonly since: Date },
): Promise<ChatMessage> {
  const { pointsRemoved } = await undoInteraction(deps, actor, id).catch(async (error) => {
    const made = await findReport.first(deps.db, { id })
    if (made?.userId !== actor.id || made.undoneAt === null || made.undoneAt < since) throw error
    return { pointsRemoved: made.points }
  })
  return undoneMessage(pointsRemoved, await placeOf(deps, actor.id))
}

/** The points and the place of a member. */
export async function placeOf({ db }: Deps, userId: UserId): Promise<Place> {
  const entry = await findEntry.first(db, { boardId: teamBoard, userId })
  return { points: entry?.totalPoints ?? 0, rank: entry?.rank ?? null }
}
