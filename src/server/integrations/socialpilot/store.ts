import { type Handle, statement } from '#server/db/handle.ts'

/** One delivery to one hook, named by the id that its sender gave it. */
export interface Delivery {
  readonly route: string
  readonly deliveryId: string
}

const lockReceipt = statement('lock_hook_receipt', 'select pg_advisory_xact_lock(7302, hashtext($1))')
const findReceipt = statement<{ answer: unknown }>(
  'find_hook_receipt',
  'select answer from hook_receipts where route = $1 and delivery_id = $2',
)
const insertReceipt = statement(
  'insert_hook_receipt',
  'insert into hook_receipts (route, delivery_id, answer, received_at) values ($1, $2, $3::jsonb, $4::timestamptz)',
)
const deleteReceipts = statement(
  'delete_hook_receipts',
  'delete from hook_receipts where received_at < $1::timestamptz',
)

/** The answer that this delivery got before, or null. Others of the same id wait until the transaction ends. */
export async function findHookAnswer(tx: Handle, { route, deliveryId }: Delivery): Promise<unknown> {
  await tx.run(lockReceipt, [`${route} ${deliveryId}`])
  const [row] = await tx.run(findReceipt, [route, deliveryId])
  return row?.answer ?? null
}

export async function insertHookAnswer(
  tx: Handle,
  { route, deliveryId }: Delivery,
  { answer, at }: { answer: unknown; at: Date },
): Promise<void> {
  await tx.run(insertReceipt, [route, deliveryId, JSON.stringify(answer), at.toISOString()])
}

export async function deleteHookAnswersBefore(tx: Handle, receivedAt: Date): Promise<void> {
  await tx.run(deleteReceipts, [receivedAt.toISOString()])
}
