import { setTimeout as sleep } from 'node:timers/promises'
import { findSetting } from '#server/access/settings.ts'
import type { Deps } from '#server/deps.ts'
import { readQueues } from '#server/jobs/waiting.ts'
import type { Figures } from '#server/ops/metrics.ts'
import { countMismatches } from '#server/verify.ts'
import { countMail } from '../mail/store.ts'
import { findOutboxState } from '../notifications/store.ts'

const longestReadMs = 2_000
const longestCheckMs = 1_000
const checkEveryMs = 5 * 60_000
/** The setting in which each backup records its instant. */
const lastBackupKey = 'backup_last_success'

/**
 * Reads what only the database knows, once for all who ask at the same time. Null when the database does not answer in
 * time.
 */
export function figuresReader(deps: Deps): () => Promise<Figures | null> {
  const readMismatches = mismatchReader(deps)
  const read = async (): Promise<Figures> => {
    const jobs = await readQueues(deps.db)
    const outbox = await findOutboxState.one(deps.db, {})
    const mail = await countMail.one(deps.db, {})
    const backup = await findSetting.first(deps.db, { key: lastBackupKey })
    const { waiting, failed, oldestAt } = outbox
    return {
      ...jobs,
      outbox: { waiting, failed, oldestSeconds: oldestAt === null ? 0 : secondsSince(oldestAt, deps) },
      mail,
      ledgerMismatches: await readMismatches(),
      lastBackupSeconds: backup === null ? null : Date.parse(backup.value) / 1_000 || null,
    }
  }
  let reading: Promise<Figures | null> | null = null
  return () => {
    reading ??= Promise.race([read().catch(() => null), noneAfter(longestReadMs)]).finally(() => {
      reading = null
    })
    return reading
  }
}

/** Compares the totals with the ledger at most every five minutes. Meanwhile it answers what it found last. */
function mismatchReader({ db, clock, log }: Deps): () => Promise<number | null> {
  let found: number | null = null
  let checkedAtMs: number | null = null
  let checking: Promise<number | null> | null = null
  const check = async () => {
    checkedAtMs = clock.now().getTime()
    try {
      found = await countMismatches(db)
      if (found > 0) log.error({ mismatches: found }, 'totals differ from the ledger')
    } catch (error) {
      checkedAtMs = null
      log.warn({ err: error }, 'could not compare the totals with the ledger')
    } finally {
      checking = null
    }
    return found
  }
  return async () => {
    // The clock may have been set back.
    const isDue = checkedAtMs === null || Math.abs(clock.now().getTime() - checkedAtMs) >= checkEveryMs
    if (isDue) checking ??= check()
    if (checking) await Promise.race([checking, noneAfter(longestCheckMs)])
    return found
  }
}

function noneAfter(ms: number): Promise<null> {
  return sleep(ms, null, { ref: false })
}

function secondsSince(instant: Date, { clock }: Deps): number {
  return Math.max(0, (clock.now().getTime() - instant.getTime()) / 1_000)
}
