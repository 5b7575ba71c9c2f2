import { insertAuditEntry } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'

interface Refusal {
  readonly actorId: string
  readonly ip: string
  readonly method: string
  /** As the route is written, without what stood for its parameters. */
  readonly route: string
}

/** Puts on record that a member tried what they may not do. It never fails: the refusal is answered either way. */
export async function noteAccessRefused(
  { db, clock, log }: Deps,
  { actorId, ip, method, route }: Refusal,
): Promise<void> {
  const entry = { actorId, action: 'access.refused', details: { method, route }, ip, at: clock.now() }
  await insertAuditEntry(db, entry).catch((failure: unknown) =>
    log.error({ err: failure }, 'a refusal is not on record'),
  )
}
