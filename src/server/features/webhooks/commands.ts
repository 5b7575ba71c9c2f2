import { randomBytes } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import type { MadeWebhook, Webhook, WebhookChange, WebhookMessage } from '#contract/webhooks.ts'
import {
  maskedWebhookUrl,
  mayBePrivate,
  type OutgoingHosts,
  webhookUrlProblems,
  webhookUrlVerdict,
} from '#domain/automation.ts'
import type { DeliveryId, Id, WebhookId } from '#domain/ids.ts'
import {
  isTooOld,
  mostWebhooks,
  nextTry,
  pauseReasons,
  restUntil,
  retryAfterMs,
  silentPauseMs,
  testEvent,
  type WebhookEvent,
} from '#domain/webhooks.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { describeFailure, HookClient, isPublicHost, type Message, type Posted } from '#server/hooks/client.ts'
import { signatureHeaders } from '#server/hooks/signature.ts'
import { type DeliveryRow, findDelivery, insertDelivery, updateDelivery } from '#server/hooks/store.ts'
import { sendOut } from '../deliveries/commands.ts'
import * as store from './store.ts'

/** Any host by https, and those that may be private. */
function hostsOf({ allowedPrivateHosts }: Config): OutgoingHosts {
  return { zapierHosts: null, allowedPrivateHosts }
}

/** The client for the addresses of webhooks. */
export function webhookClient(config: Config, options?: ConstructorParameters<typeof HookClient>[1]) {
  return new HookClient(hostsOf(config), options)
}

/** The webhooks that are not deleted, oldest first. */
export async function listAllWebhooks({ db }: Deps): Promise<Webhook[]> {
  return (await store.listWebhookRows(db, { webhookId: null })).map(webhookView)
}

interface Wanted {
  readonly url: string
  readonly events: readonly WebhookEvent[]
}

/** Makes a webhook with a secret of its own, which only this answer contains. */
export async function createWebhook(deps: Deps, acting: Acting, wanted: Wanted): Promise<MadeWebhook> {
  const url = usableAddress(wanted.url, deps.config)
  const id = newId<'webhook'>()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const events = [...wanted.events]
  const made = await deps.db.transaction(async (tx) => {
    await store.lockWebhooks(tx, {})
    const { length } = await store.listWebhookRows(tx, { webhookId: null })
    if (length >= mostWebhooks)
      throw new AppError('conflict', `There can be at most ${mostWebhooks} webhooks`)
    const row = { id, url, events, secret, createdBy: acting.member.id, createdAt: deps.clock.now() }
    await store.insertWebhook(tx, row)
    await beginTelling(tx, id, events)
    tx.announce({ topics: ['webhooks'] })
    await recordAct(deps, tx, acting, {
      action: 'webhook.create',
      subject: id,
      details: { after: recordOf({ url, events, pausedAt: null }) },
    })
    return viewOf(tx, id)
  })
  return { ...made, secret }
}

interface Change {
  readonly id: WebhookId
  readonly change: WebhookChange
}

/** Changes the fields that are sent. A webhook that is resumed is told of what happens from then on. */
export function updateWebhook(deps: Deps, acting: Acting, { id, change }: Change): Promise<Webhook> {
  return deps.db.transaction(async (tx) => {
    const before = await heldWebhook(tx, id)
    const url = change.url === undefined ? before.url : usableAddress(change.url, deps.config)
    const events = [...(change.events ?? before.events)]
    const after = { url, events, ...pauseOf(before, change.isPaused, deps.clock.now()) }
    if (JSON.stringify(recordOf(before)) === JSON.stringify(recordOf(after)) && url === before.url)
      return viewOf(tx, id)
    await store.updateWebhookRow(tx, id, after)
    if (!isTold(before)) await beginTelling(tx, id, after.pausedAt === null ? events : [])
    if (url !== before.url || after.pausedAt === null) restsOf(deps.db).delete(id)
    tx.announce({ topics: ['webhooks'] })
    await recordAct(deps, tx, acting, {
      action: 'webhook.update',
      subject: id,
      details: { before: recordOf(before), after: recordOf(after) },
    })
    return viewOf(tx, id)
  })
}

/** Deletes a webhook. What still waits for it is not sent. */
export async function deleteWebhook(deps: Deps, acting: Acting, id: WebhookId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await heldWebhook(tx, id)
    await store.updateWebhookRow(tx, id, { deletedAt: deps.clock.now() })
    await store.deleteToldOf(tx, id)
    tx.announce({ topics: ['webhooks'] })
    const details = { before: recordOf(before) }
    await recordAct(deps, tx, acting, { action: 'webhook.delete', subject: id, details })
  })
}

/** Sends a test message now, and throws a 502 when it was not accepted. It is in the log either way. */
export async function sendTest(
  deps: Deps,
  client: HookClient,
  { acting, id }: { readonly acting: Acting; readonly id: WebhookId },
): Promise<string> {
  const webhook = await store.findWebhook(deps.db, id)
  if (!webhook || webhook.deletedAt) throw notKnown()
  const createdAt = deps.clock.now()
  const body = { type: testEvent, timestamp: createdAt.toISOString(), data: { webhookId: id } } as const
  const deliveryId = newId<'delivery'>()
  const posted = await client.post(webhook.url, messageOf(deps, webhook, { id: deliveryId, body }))
  const reason = posted.failure === undefined ? null : describeFailure(posted)
  if (reason === null) restsOf(deps.db).delete(id)
  await deps.db.transaction(async (tx) => {
    await insertDelivery(tx, {
      id: deliveryId,
      direction: 'out',
      route: testEvent,
      sender: 'admin',
      actorId: acting.member.id,
      outcome: reason === null ? 'delivered' : 'failed',
      status: posted.status,
      reason,
      body,
      webhookId: id,
      createdAt,
      finishedAt: deps.clock.now(),
    })
    await recordAct(deps, tx, acting, { action: 'webhook.test', subject: id, details: { failure: reason } })
  })
  if (reason === null) return `The receiver accepted the test (${posted.status})`
  const message = `The receiver did not accept the test: ${reason}`
  throw new AppError('upstream-failed', message, { issues: [{ path: 'url', message: reason }] })
}

/** Has every active webhook told that wants to know of it. The deliveries exist if the caller's transaction commits. */
export async function tellWebhooks(
  deps: Deps,
  tx: Tx,
  message: Exclude<WebhookMessage, { type: typeof testEvent }>,
): Promise<void> {
  const event = message.type
  for (const { webhookId } of await store.listWanting(tx, { event }))
    await sendOut(deps, tx, { event, body: message, webhookId })
}

const earningsAtOnce = 200
// No transaction takes longer, so an entry that became visible late is not missed.
const overlapMs = 15 * 60_000

/** Tells the webhooks that want it of the entries of the ledger since the last time, each once. */
export async function tellOfEarnings(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (const { webhookId } of await store.listWanting(deps.db, { event: 'member.earned' })) {
    while (!stopping?.aborted && (await tellOfSomeEarnings(deps, webhookId)));
  }
}

/** Returns whether there may be more. */
function tellOfSomeEarnings(deps: Deps, webhookId: WebhookId): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const webhook = await store.lockWebhook(tx, webhookId)
    if (!webhook || !isTold(webhook)) return false
    const now = newId<'ledgerEntry'>()
    const { from, read } = (await store.findToldOf(tx, webhookId)) ?? { from: now, read: now }
    // If the clock was put back, new entries have smaller ids than the last reading.
    const since = idBefore(read < now ? read : now, overlapMs)
    const after = from > since ? from : since
    const earnings = await store.listUntoldEarnings(tx, { webhookId, after, most: earningsAtOnce })
    for (const { deliveryId: id, at, ...data } of earnings) {
      const link = deps.config.publicUrl + paths.leaderboard
      const body = {
        type: 'member.earned',
        timestamp: at.toISOString(),
        data: { ...data, link },
      } as const satisfies WebhookMessage
      await sendOut(deps, tx, { id, event: body.type, body, webhookId })
    }
    const isMore = earnings.length === earningsAtOnce
    if (!isMore) await store.putToldOf(tx, webhookId, { from, read: now })
    return isMore
  })
}

const gatheringMs = 2_000

/**
 * Looks at the ledger soon after points were booked, if a webhook wants to know of it. A report costs nothing more for
 * it. The schedule finds what this misses. Returns how to end it.
 */
export function watchEarnings(deps: Deps): () => void {
  let isWanted = true
  let timer: NodeJS.Timeout | null = null
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'could not look for news for the webhooks')
  const learn = async () => {
    isWanted = (await store.listWanting(deps.db, { event: 'member.earned' })).length > 0
  }
  const tell = () => {
    timer = null
    deps.db.transaction((tx) => deps.jobs.enqueue(tx, 'webhooks.earnings', {})).catch(warn)
  }
  let hasEnded = false
  deps.live.listen(({ topics = [] }) => {
    if (topics.includes('webhooks') && !hasEnded) learn().catch(warn)
  })
  // Only what this instance booked: each looks after its own.
  deps.db.listen(({ topics = [] }) => {
    if (isWanted && timer === null && !hasEnded && topics.includes('totals'))
      timer = setTimeout(tell, gatheringMs)
  })
  learn().catch(warn)
  return () => {
    hasEnded = true
    if (timer !== null) clearTimeout(timer)
  }
}

interface Try {
  readonly deliveryId: DeliveryId
  readonly signal: AbortSignal
}

/** Tries once to send a pending delivery to its webhook. Schedules the next try itself, when the receiver wants it. */
export async function sendToWebhook(
  deps: Deps,
  client: HookClient,
  { deliveryId, signal }: Try,
): Promise<void> {
  const delivery = await findDelivery(deps.db, deliveryId)
  if (delivery?.outcome !== 'pending' || delivery.webhookId === null) return
  const webhook = await store.findWebhook(deps.db, delivery.webhookId)
  if (!webhook || webhook.deletedAt) return giveUp(deps, delivery, 'The webhook was deleted')
  if (webhook.pausedAt) return giveUp(deps, delivery, 'The webhook is paused')
  const now = deps.clock.now()
  const rest = restsOf(deps.db).get(webhook.id)
  if (rest && rest > now) {
    const { createdAt, tries } = delivery
    if (tries > 0 || !isTooOld({ createdAt, now })) return note(deps, delivery, { next: rest })
    return giveUp(deps, delivery, 'Not sent: the receiver accepted nothing for a day')
  }
  const { id, replayOf, body } = delivery
  const message = messageOf(deps, webhook, { id: replayOf ?? id, body })
  const posted = await client.post(webhook.url, message, signal)
  // An abort by our own process says nothing about the receiver.
  if (posted.failure !== undefined) signal.throwIfAborted()
  await settle(deps, webhook, { delivery: { ...delivery, tries: delivery.tries + 1 }, posted })
}

interface Tried {
  readonly delivery: DeliveryRow
  readonly posted: Posted
}

async function settle(deps: Deps, { id }: store.WebhookRow, { delivery, posted }: Tried): Promise<void> {
  const now = deps.clock.now()
  const { status, failure } = posted
  const rests = restsOf(deps.db)
  if (failure === undefined) {
    rests.delete(id)
    return note(deps, delivery, { outcome: 'delivered', status, reason: null })
  }
  const failed = { outcome: 'failed', status, reason: describeFailure(posted) } as const
  const isFinal = failure === 'refused-address' || failure === 'redirect' || status === 410
  const asksToWait = status === 429 || status === 503
  const waitMs = asksToWait ? retryAfterMs(posted.retryAfter ?? null, now) : undefined
  const next = isFinal ? null : nextTry({ ...delivery, now, waitMs })
  // Other refusals concern this one message, so others are tried meanwhile.
  if (!isFinal && (status === null || status >= 500 || asksToWait))
    rests.set(id, restUntil({ next, now, ...(waitMs !== undefined && { waitMs }) }))
  if (next) return note(deps, delivery, { ...failed, outcome: 'pending', next })
  const pause = status === 410 ? pauseReasons.gone : await silence(deps, id, now)
  await note(deps, delivery, { ...failed, ...(pause !== null && { pause }) })
  const { route: event, tries } = delivery
  deps.log.warn(
    { delivery: delivery.id, webhook: id, event, tries, reason: failed.reason },
    'delivery failed for good',
  )
}

/** Why a webhook is to be paused after one more delivery failed for good; null while it is not. */
async function silence({ db }: Deps, webhookId: WebhookId, now: Date): Promise<string | null> {
  const before = new Date(now.getTime() - silentPauseMs)
  const { isSilent } = await store.findSilence.one(db, { webhookId, before })
  return isSilent ? pauseReasons.silent : null
}

function giveUp(deps: Deps, delivery: DeliveryRow, reason: string): Promise<void> {
  return note(deps, delivery, { outcome: 'failed', status: delivery.status, reason })
}

interface Noted extends Partial<Pick<DeliveryRow, 'outcome' | 'status' | 'reason'>> {
  /** When it is tried again. */
  readonly next?: Date
  /** Why its webhook is paused from now on. */
  readonly pause?: string
}

/** Records a try, and enqueues the next one together with it. */
async function note(deps: Deps, delivery: DeliveryRow, { next, pause, ...end }: Noted): Promise<void> {
  const { id, tries, webhookId } = delivery
  const { outcome, status, reason } = { ...delivery, ...end }
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const finishedAt = outcome === 'pending' ? null : now
    await updateDelivery(tx, id, { outcome, status, reason, tries, finishedAt })
    if (next) await deps.jobs.enqueue(tx, 'deliveries.send', { deliveryId: id }, next)
    if (pause === undefined || webhookId === null) return
    await store.updateWebhookRow(tx, webhookId, { pausedAt: now, pauseReason: pause })
    tx.announce({ topics: ['webhooks'] })
  })
}

/** Until when receivers that have just failed are left alone. A hint of this process: what waits is in the database. */
const restsByDatabase = new WeakMap<Db, Map<WebhookId, Date>>()

function restsOf(db: Db): Map<WebhookId, Date> {
  const known = restsByDatabase.get(db)
  if (known) return known
  const made = new Map<WebhookId, Date>()
  restsByDatabase.set(db, made)
  return made
}

interface Letter {
  /** The same for every try and every replay. */
  readonly id: DeliveryId
  readonly body: unknown
}

function messageOf({ clock }: Deps, { secret }: store.WebhookRow, { id, body }: Letter): Message {
  // Written by this file. The database does not keep the order of the fields.
  const { type, timestamp, data } = body as WebhookMessage
  const rawBody = Buffer.from(JSON.stringify({ type, timestamp, data }))
  const signature = signatureHeaders({ id, rawBody }, secret, clock.now())
  return {
    body: rawBody,
    headers: { 'content-type': 'application/json', 'user-agent': 'Ovation', ...signature },
  }
}

/** Lets a webhook be told of the ledger from now on, if it wants to. */
async function beginTelling(tx: Tx, id: WebhookId, events: readonly string[]): Promise<void> {
  const now = newId<'ledgerEntry'>()
  if (events.includes('member.earned')) await store.putToldOf(tx, id, { from: now, read: now })
}

function isTold({ events, pausedAt, deletedAt }: store.WebhookRow): boolean {
  return pausedAt === null && deletedAt === null && events.includes('member.earned')
}

/** The smallest id, or nearly, that was made so long before another: ids begin with the milliseconds of their moment. */
function idBefore(id: Id<'ledgerEntry'>, ms: number): string {
  const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  const digits = Math.max(at - ms, 0)
    .toString(16)
    .padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

function pauseOf({ pausedAt, pauseReason }: store.WebhookRow, isPaused: boolean | undefined, now: Date) {
  if (isPaused === undefined || isPaused === (pausedAt !== null)) return { pausedAt, pauseReason }
  return isPaused
    ? { pausedAt: now, pauseReason: pauseReasons.byHand }
    : { pausedAt: null, pauseReason: null }
}

function usableAddress(given: string, config: Config): string {
  const hosts = hostsOf(config)
  const verdict = webhookUrlVerdict(given, hosts)
  if (verdict !== 'ok') throw invalidField('url', webhookUrlProblems[verdict])
  const { href, hostname } = new URL(given)
  if (!isPublicHost(hostname) && !mayBePrivate(given, hosts))
    throw invalidField('url', 'Must not be an address inside your network')
  return href
}

/** For the audit trail, which keeps no address that somebody could deliver to. */
function recordOf({ url, events, pausedAt }: Pick<store.WebhookRow, 'url' | 'events' | 'pausedAt'>) {
  return { address: maskedWebhookUrl(url), events: events.join(', '), isPaused: pausedAt !== null }
}

async function heldWebhook(tx: Tx, id: WebhookId): Promise<store.WebhookRow> {
  const row = await store.lockWebhook(tx, id)
  if (!row || row.deletedAt) throw notKnown()
  return row
}

async function viewOf(tx: Tx, webhookId: WebhookId): Promise<Webhook> {
  const [row] = await store.listWebhookRows(tx, { webhookId })
  if (!row) throw notKnown()
  return webhookView(row)
}

function webhookView({
  createdAt,
  pausedAt,
  outcome,
  status,
  reason,
  lastAt,
  ...row
}: Awaited<ReturnType<typeof store.listWebhookRows>>[number]): Webhook {
  const last = outcome && lastAt && { outcome, status, reason, createdAt: lastAt.toISOString() }
  return {
    ...row,
    events: [...row.events],
    createdAt: createdAt.toISOString(),
    pausedAt: pausedAt?.toISOString() ?? null,
    lastDelivery: last,
  }
}

function notKnown(): AppError {
  return new AppError('unknown', 'This webhook was not found')
}
