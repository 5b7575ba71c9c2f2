import type { Status, Verification } from '#contract/status.ts'
import type { DeadLetterId } from '#domain/ids.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { listMigrations } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { failedJobOf, listDeadLetters, takeDeadLetter } from '#server/jobs/dead-letters.ts'
import { readQueues } from '#server/jobs/waiting.ts'
import { countMismatches } from '#server/verify.ts'
import { readBackups } from '../backups/commands.ts'
import { reopenDelivery } from '../deliveries/commands.ts'
import { findOutboxState } from '../notifications/store.ts'
import { findDatabaseFacts } from './store.ts'

const verificationKey = 'verify_last'

/** The instance: what it runs and since when. */
export type Instance = Pick<Status, 'mode' | 'version' | 'startedAt'>

const unknown = {
  jobs: null,
  deadLetters: null,
  deadLetterCount: null,
  backups: null,
  verification: null,
  chat: null,
} as const
const noFacts = { version: null, sizeBytes: null, migrations: null } as const

export async function readStatus(deps: Deps, instance: Instance): Promise<Status> {
  const { db, log } = deps
  const engine = db.engine === 'pglite' ? 'embedded' : 'postgres'
  const known = await readKnown(deps).catch((error: unknown) => {
    log.warn({ err: error }, 'could not read the status from the database')
    return null
  })
  const { database, ...rest } = known ?? { ...unknown, database: noFacts }
  return {
    ...instance,
    node: process.versions.node,
    database: { engine, isConnected: known !== null, ...database },
    ...rest,
  }
}

/** What only the database knows. */
async function readKnown(deps: Deps) {
  const { db } = deps
  const facts = await findDatabaseFacts.one(db, {})
  const { queues, deadLetters: deadLetterCount } = await readQueues(db)
  const { waiting, failed } = await findOutboxState.one(db, {})
  const deadLetters = await listDeadLetters(db, {})
  return {
    database: { ...facts, migrations: (await listMigrations(db)).length },
    jobs: queues,
    deadLetters: deadLetters.map((each) => ({ ...each, failedAt: each.failedAt.toISOString() })),
    deadLetterCount,
    backups: await readBackups(deps),
    verification: await lastVerification(db),
    chat: { waiting, failed },
  }
}

/** Puts a dead letter back into its queue, as a job with all its tries. */
export async function replayDeadLetter(deps: Deps, acting: Acting, id: DeadLetterId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = failedJobOf(await heldDeadLetter(tx, id))
    if (job === null) throw new AppError('conflict', 'The queue of this job no longer exists')
    // Its last failure has closed the delivery, and a closed one is not sent.
    if (job.queue === 'deliveries.send') await reopenDelivery(tx, job.data.deliveryId)
    await deps.jobs.enqueue(tx, job.queue, job.data)
    tx.announce({ topics: ['status'] })
    const details = { queue: job.queue }
    await recordAct(deps, tx, acting, { action: 'failed-job.replay', subject: id, details })
  })
}

export async function discardDeadLetter(deps: Deps, acting: Acting, id: DeadLetterId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { queue } = await heldDeadLetter(tx, id)
    tx.announce({ topics: ['status'] })
    const details = { queue }
    await recordAct(deps, tx, acting, { action: 'failed-job.discard', subject: id, details })
  })
}

async function heldDeadLetter(tx: Tx, id: DeadLetterId) {
  const letter = await takeDeadLetter.first(tx, { id })
  if (!letter) throw new AppError('unknown', 'This failed job was not found')
  return letter
}

/** Queues a verification of the totals. Returns the one before it, so that its end can be told. */
export async function startVerification(deps: Deps, acting: Acting): Promise<Verification | null> {
  const before = await lastVerification(deps.db)
  await deps.db.transaction(async (tx) => {
    await recordAct(deps, tx, acting, { action: 'verification.start', subject: 'verification' })
    await deps.jobs.enqueue(tx, 'verify.run', {})
  })
  return before
}

/** The job: compares the totals with the ledger. */
export async function verifyTotals({ db, clock, log }: Deps): Promise<void> {
  const violations = await countMismatches(db)
  if (violations > 0) log.error({ mismatches: violations }, 'totals differ from the ledger')
  await noteVerification(db, { at: clock.now().toISOString(), violations, isWhole: false })
}

/** Notes how the last verification went. */
export async function noteVerification(db: Db, verification: Verification): Promise<void> {
  await db.transaction(async (tx) => {
    await putSetting(tx, { key: verificationKey, value: JSON.stringify(verification) })
    tx.announce({ topics: ['status'] })
  })
}

async function lastVerification(db: Db): Promise<Verification | null> {
  const row = await findSetting.first(db, { key: verificationKey })
  // Written above.
  return row && (JSON.parse(row.value) as Verification)
}
