import type { BackupFailure, BackupSettings, Backups } from '#contract/backups.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { changeSetting, deleteSetting, findSetting, putSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { type WrittenBackup, writeBackup } from '#server/ops/backup.ts'
import { deleteOutdatedBackups, lastDrill, nextBackupPath } from '#server/ops/backup-folder.ts'

const nightlyKey = 'backup_nightly'
const successKey = 'backup_last_success'
const failureKey = 'backup_last_failure'

type Target = Pick<Deps['config'], 'dataDir' | 'backupPassphrase'>

/** A backup in the data folder. */
export interface KeptBackup {
  readonly path: string
  readonly written: WrittenBackup
  /** How many outdated ones were deleted. */
  readonly deleted: number
}

export async function readBackups({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Backups> {
  const failure = await settingOf(db, failureKey)
  return {
    isNightly: await isNightly(db, db.engine),
    isEncrypted: config.backupPassphrase !== null,
    lastSuccessAt: await settingOf(db, successKey),
    // Written below.
    lastFailure: failure === null ? null : (JSON.parse(failure) as Backups['lastFailure']),
    lastDrillAt: await lastDrill(config.dataDir),
  }
}

export async function changeBackups(deps: Deps, acting: Acting, after: BackupSettings): Promise<Backups> {
  await deps.db.transaction(async (tx) => {
    const before = { isNightly: await isNightly(tx, deps.db.engine) }
    const value = after.isNightly ? 'on' : 'off'
    const unset = byDefault(deps.db.engine) ? 'on' : 'off'
    if ((await changeSetting.first(tx, { key: nightlyKey, value, unset })) === null) return
    tx.announce({ topics: ['backups'] })
    await recordAct(deps, tx, acting, {
      action: 'backups.update',
      subject: 'backups',
      details: { before, after },
    })
  })
  return readBackups(deps)
}

/** Queues a backup, whatever the schedule says. Returns the state before it, so that its end can be told. */
export async function startBackup(deps: Deps, acting: Acting): Promise<Backups> {
  const before = await readBackups(deps)
  await deps.db.transaction(async (tx) => {
    await recordAct(deps, tx, acting, { action: 'backups.start', subject: 'backups' })
    await deps.jobs.enqueue(tx, 'backups.write', { isAsked: true })
  })
  return before
}

/** The job. The nightly one does nothing while nightly backups are switched off. */
export async function writeScheduledBackup(
  { db, clock, config, log }: Deps,
  { isAsked = false }: { readonly isAsked?: boolean },
): Promise<void> {
  if (!isAsked && !(await isNightly(db, db.engine))) return
  const { path, deleted, written } = await keepBackup(db, config, clock.now())
  log.info({ path, deleted }, 'wrote a backup')
  for (const { name, kind } of written.leftOut)
    log.warn({ name, kind }, 'left out of the backup, because it is not part of the product')
}

/** Writes a backup into the data folder, deletes outdated ones there, and notes how it went. */
export async function keepBackup(db: Db, target: Target, now: Date): Promise<KeptBackup> {
  const { dataDir, backupPassphrase } = target
  try {
    const path = await nextBackupPath(dataDir, { now, isEncrypted: backupPassphrase !== null })
    const written = await writeBackup(db, path, now, backupPassphrase)
    await noteSuccess(db, now)
    return { path, written, deleted: await deleteOutdatedBackups(dataDir, now) }
  } catch (error) {
    // Where the database is what failed, this fails too. Then the first error counts.
    await noteFailure(db, { at: now.toISOString(), reason: reasonOf(error) }).catch(() => undefined)
    throw error
  }
}

/** Notes that a backup was written. */
export async function noteSuccess(db: Db, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await putSetting(tx, { key: successKey, value: at.toISOString() })
    await deleteSetting(tx, { key: failureKey })
    tx.announce({ topics: ['backups'] })
  })
}

async function noteFailure(db: Db, failure: NonNullable<Backups['lastFailure']>): Promise<void> {
  await db.transaction(async (tx) => {
    await putSetting(tx, { key: failureKey, value: JSON.stringify(failure) })
    tx.announce({ topics: ['backups'] })
  })
}

// Where the database is a server of its own, it usually has backups of its own.
function byDefault(engine: Db['engine']): boolean {
  return engine === 'pglite'
}

async function isNightly(db: Db | Tx, engine: Db['engine']): Promise<boolean> {
  const value = await settingOf(db, nightlyKey)
  return value === null ? byDefault(engine) : value === 'on'
}

async function settingOf(db: Db | Tx, key: string): Promise<string | null> {
  return (await findSetting.first(db, { key }))?.value ?? null
}

const folderErrors = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST']

function reasonOf(error: unknown): BackupFailure {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  return folderErrors.includes(code) ? 'folder' : 'other'
}
