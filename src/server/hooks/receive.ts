import { type Act, recordAct } from '#server/access/audit.ts'
import type { Budget } from '#server/access/guard.ts'
import { hashOf } from '#server/access/session.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { assertOn } from './answers.ts'
import { type Arrival, cutBody } from './arrival.ts'
import {
  type DeliveryRow,
  findHookAnswer,
  type Integration,
  insertDelivery,
  insertHookAnswer,
} from './store.ts'

/** A delivery with a validated body. */
export interface Incoming<Body> {
  readonly body: Body
  readonly now: Date
  /** Whether an administrator sent it instead of a machine. */
  readonly isByAdmin: boolean
}

export interface Done<Answer> {
  readonly answer: Answer
  /** Whether it repeats an earlier delivery and so had no effect. */
  readonly isDuplicate: boolean
  /** Whether anything visible changed. */
  readonly hasChanges: boolean
  /** The audit entry if an administrator sent it. Without one, a delivery that changed anything is recorded itself. */
  readonly act?: Act | null
}

/** How a hook handles a delivery. */
export interface Hook<Body, Answer> {
  /** Deliveries are refused while it is switched off. */
  readonly integration: Integration
  /** Whether administrators may deliver nevertheless. */
  readonly admitsAdmins?: boolean
  readonly budget?: Budget
  /** Identifies a delivery without a sender's id; null if every one counts. */
  readonly factsOf?: (body: Body, deps: Deps) => readonly unknown[] | null
  /** The answer to a repeat; without it, the original answer. */
  readonly repeated?: (given: Answer) => Answer
  /** Runs in the transaction that also writes the log. */
  readonly receive: (deps: Deps, tx: Tx, delivery: Incoming<Body>) => Promise<Done<Answer>>
}

/**
 * Handles a delivery in one transaction with its log line, and with a receipt if it has an id. A repeat gets the same
 * answer and has no effect.
 */
export async function receiveOnce<Body, Answer>(
  deps: Deps,
  hook: Hook<Body, Answer>,
  body: Body,
  arrival: Arrival,
): Promise<Answer> {
  const delivery = { body, now: deps.clock.now(), isByAdmin: arrival.sender === 'admin' }
  const { route } = arrival
  const deliveryId = arrival.deliveryId ?? idOf(arrival, hook.factsOf?.(body, deps))
  return deps.db.transaction(async (tx) => {
    const given = deliveryId === null ? null : await findHookAnswer(tx, { route, deliveryId })
    // The cast is safe: all receipts of this route were written below, from the same type of answer.
    const done = given === null ? await receiveOn(deps, tx, hook, delivery) : repeatOf(hook, given as Answer)
    const { answer, isDuplicate } = done
    if (given === null && deliveryId !== null)
      await insertHookAnswer(tx, { route, deliveryId, answer, at: delivery.now })
    const outcome = isDuplicate ? 'duplicate' : 'accepted'
    await insertIncoming(tx, arrival, { outcome, status: 200, reason: null, now: delivery.now })
    await recordArrival(deps, tx, arrival, done)
    return answer
  })
}

async function receiveOn<Body, Answer>(
  deps: Deps,
  tx: Tx,
  { integration, admitsAdmins = false, receive }: Hook<Body, Answer>,
  delivery: Incoming<Body>,
): Promise<Done<Answer>> {
  if (!(admitsAdmins && delivery.isByAdmin)) await assertOn(tx, integration)
  return receive(deps, tx, delivery)
}

/** Null for a replay, and for deliveries of which every one counts. */
function idOf({ replayOf }: Arrival, facts: readonly unknown[] | null = null): string | null {
  return facts && replayOf === null ? hashOf(JSON.stringify(facts.map((fact) => fact ?? null))) : null
}

function repeatOf<Answer>({ repeated }: Hook<never, Answer>, given: Answer): Done<Answer> {
  return { answer: repeated ? repeated(given) : given, isDuplicate: true, hasChanges: false }
}

/** Records only administrators' deliveries; machines' deliveries are in the delivery log. */
async function recordArrival(
  deps: Deps,
  tx: Tx,
  { actorId, tokenName, ip, route, body, replayOf }: Arrival,
  done: Done<unknown>,
): Promise<void> {
  if (actorId === null) return
  const delivered = { action: 'hook.deliver', subject: route, details: { delivered: body } }
  const changed = done.act ?? (done.hasChanges ? delivered : null)
  const act = replayOf === null ? changed : replayAct({ id: replayOf, route })
  if (act) await recordAct(deps, tx, { member: { id: actorId, tokenName }, ip }, act)
}

/** The audit entry for a replay. */
export function replayAct({ id, route }: Pick<DeliveryRow, 'id' | 'route'>): Act {
  return { action: 'delivery.replay', subject: id, details: { route } }
}

/** Logs a refused delivery. Of a long body only the beginning is kept, because refusals cost their sender nothing. */
export function noteRefusal(
  { db, clock }: Deps,
  arrival: Arrival,
  { status, reason }: { readonly status: number; readonly reason: string },
): Promise<void> {
  return insertIncoming(
    db,
    { ...arrival, body: cutBody(arrival.body) },
    { outcome: 'refused', status, reason, now: clock.now() },
  )
}

type Ending = Pick<DeliveryRow, 'outcome' | 'status' | 'reason'> & { readonly now: Date }

function insertIncoming(db: Db | Tx, arrival: Arrival, { now, ...ending }: Ending): Promise<void> {
  const { id, route, sender, actorId, body, replayOf } = arrival
  const line = { id, route, sender, actorId, body, replayOf, direction: 'in' as const }
  return insertDelivery(db, { ...line, ...ending, createdAt: now, finishedAt: now })
}
