import { type HookAnswer, testShareId } from '#contract/hooks.ts'
import type { TriggerPayload, triggerActions } from '#contract/zapier.ts'
import type { AutomationSettings } from '#domain/automation.ts'
import type { DeliveryId } from '#domain/ids.ts'
import type { ShareEvent } from '#domain/shares.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { receiveShareNews } from '#server/features/shares/commands.ts'
import { testReceived } from '#server/hooks/answers.ts'
import { describeFailure, type HookClient, type Message } from '#server/hooks/client.ts'
import type { Done, Incoming } from '#server/hooks/receive.ts'
import { signatureHeaders } from '#server/hooks/signature.ts'
import { type DeliveryRow, findDelivery, updateDelivery } from '#server/hooks/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'

const eventOfAction: Readonly<Record<(typeof triggerActions)[number], ShareEvent>> = {
  schedule: 'scheduled',
  publish: 'published',
  fail: 'failed',
}

/** Identifies a trigger. Null for tests, which are never duplicates. */
export function factsOfTrigger({ shareId, action }: TriggerPayload): string[] | null {
  return shareId === testShareId ? null : [shareId, action]
}

/** Applies an update from the automation service to a share. A repeated trigger has no further effect. */
export async function receiveTrigger(
  deps: Deps,
  tx: Tx,
  { body: { shareId, action }, now }: Incoming<TriggerPayload>,
): Promise<Done<HookAnswer>> {
  if (shareId === testShareId) return testReceived
  const news = { share: shareId, event: eventOfAction[action], engagements: null, engagementAt: now }
  return receiveShareNews(deps, tx, 'shareId', news)
}

// If the announcement of a new secret is lost, the old one signs for at most this long.
const secretAgeMs = 60_000

interface Try extends Pick<JobRun, 'signal' | 'isLastTry'> {
  readonly deliveryId: DeliveryId
}

/**
 * Tries once to send a pending delivery, and records the result in its row. Throws if a retry may succeed. After a
 * crash the delivery is sent again with the same id, so that the receiver recognises it.
 */
export async function sendDelivery(
  deps: Deps,
  client: HookClient,
  { deliveryId, signal, isLastTry }: Try,
): Promise<void> {
  const delivery = await findDelivery(deps.db, deliveryId)
  if (delivery?.outcome !== 'pending' || delivery.direction !== 'out') return
  const { webhookUrl, reason } = openAddress(await getAutomation(deps.db))
  await deps.secrets.readIfOlder(secretAgeMs)
  if (webhookUrl === null) return noteFailure(deps, delivery, { status: null, reason })
  const posted = await client.post(webhookUrl, messageOf(deps, factsOf(delivery)), signal)
  // An abort by our own process says nothing about the receiver.
  if (posted.failure !== undefined) signal.throwIfAborted()
  const { status, failure } = posted
  const tried = { ...delivery, tries: delivery.tries + 1 }
  if (failure === undefined) return note(deps, tried, { outcome: 'delivered', status, reason: null })
  const failed = { status, reason: describeFailure(posted) }
  if (failure === 'refused-address' || failure === 'redirect') return noteFailure(deps, tried, failed)
  if (isLastTry) await noteFailure(deps, tried, failed)
  else await note(deps, tried, { outcome: 'pending', ...failed })
  throw new Error(`A delivery to the automation service failed: ${failed.reason}`)
}

interface Test {
  readonly acting: Acting
  readonly timestamp: string | undefined
}

/** Sends a test message to the saved address. Throws a 409 when there is none, a 502 when it was not accepted. */
export async function sendTest(deps: Deps, client: HookClient, { acting, timestamp }: Test): Promise<void> {
  const { webhookUrl, reason, setting } = openAddress(await getAutomation(deps.db))
  if (webhookUrl === null)
    throw new AppError('conflict', reason, { issues: [{ path: setting, message: reason }] })
  const facts = { id: newId<'delivery'>(), event: 'test', occurredAt: deps.clock.now() }
  const body = timestamp === undefined ? {} : { timestamp }
  const posted = await client.post(webhookUrl, messageOf(deps, { ...facts, body }))
  const failure = posted.failure === undefined ? null : describeFailure(posted)
  await recordAct(deps, deps.db, acting, { action: 'zapier.test', subject: 'zapier', details: { failure } })
  if (failure === null) return
  const issues = [{ path: 'webhookUrl', message: failure }]
  throw new AppError('upstream-failed', 'Webhook test failed', { issues })
}

/** The address for deliveries, or why there is none and which setting would change that. */
function openAddress({ zapierEnabled, webhookUrl }: AutomationSettings) {
  if (zapierEnabled) return { webhookUrl, reason: 'No webhook address is set', setting: 'webhookUrl' }
  return { webhookUrl: null, reason: 'The automation service is switched off', setting: 'zapierEnabled' }
}

interface Facts {
  readonly id: DeliveryId
  readonly event: string
  readonly occurredAt: Date
  readonly body: Readonly<Record<string, unknown>>
}

function factsOf({ id, route, createdAt, body }: DeliveryRow): Facts {
  // `sendOut` wrote it, and accepts only such a body.
  return { id, event: route, occurredAt: createdAt, body: body as Facts['body'] }
}

function messageOf({ secrets, clock }: Deps, { id, event, occurredAt, body }: Facts): Message {
  const [secret] = secrets.webhooks
  if (secret === undefined) throw new Error('There is no secret to sign with')
  const named = { event_id: id, event, occurred_at: occurredAt.toISOString() }
  const rawBody = Buffer.from(JSON.stringify({ ...named, ...body, ...named }))
  const signature = signatureHeaders({ id, rawBody }, secret, clock.now())
  const headers = { 'content-type': 'application/json', 'user-agent': 'Ovation', ...signature }
  return { body: rawBody, headers }
}

type Failed = Pick<End, 'status' | 'reason'>
type Tried = Pick<DeliveryRow, 'id' | 'route' | 'tries'>

async function noteFailure(deps: Deps, tried: Tried, failed: Failed): Promise<void> {
  await note(deps, tried, { outcome: 'failed', ...failed })
  const { id, route, tries } = tried
  deps.log.warn({ delivery: id, event: route, tries, reason: failed.reason }, 'delivery failed for good')
}

type End = Pick<DeliveryRow, 'outcome' | 'status' | 'reason'>

function note({ db, clock }: Deps, { id, tries }: Tried, end: End): Promise<void> {
  return updateDelivery(db, id, { ...end, tries, finishedAt: end.outcome === 'pending' ? null : clock.now() })
}
