import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type AuditRecord,
  allowAuditArchive,
  deleteAuditBefore,
  insertAuditEntry,
  listAuditBefore,
} from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { BackupError } from './backup-file.ts'
import { writeDurably } from './durable-file.ts'

// The database keeps every entry of a year, and a leap year has one day more.
const keptMs = 366 * 24 * 3_600_000
const rowsAtATime = 1_000

/**
 * Moves the entries of the audit trail that are older than a year into a file: compressed lines of JSON, which only its
 * owner can read. They are deleted once the file is on the disk, all or none, and one entry says so. Returns how many.
 */
export async function archiveAudit(db: Db, path: string, now: Date): Promise<number> {
  if (existsSync(path)) throw new BackupError(`${path} is there already: name a new file`)
  const before = new Date(now.getTime() - keptMs)
  return db.transaction(async (tx) => {
    const [oldest] = await listAuditBefore(tx, { before, after: null, limit: 1 })
    if (!oldest) return 0
    let entries = 0
    const counted = async function* () {
      for await (const row of rowsBefore(tx, before)) {
        entries++
        yield `${JSON.stringify(row)}\n`
      }
    }
    await writeDurably(path, (file) =>
      pipeline(Readable.from(counted()), createGzip(), (text) => file.writeFile(text)),
    )
    await allowAuditArchive(tx, {})
    const { deleted } = await deleteAuditBefore.one(tx, { before })
    if (deleted !== entries) throw new BackupError('The audit trail changed meanwhile: run this again')
    const details = { entries, before: before.toISOString(), file: basename(path) }
    await insertAuditEntry(tx, { actorId: null, action: 'audit.archive', details, ip: null, at: now })
    return entries
  })
}

async function* rowsBefore(tx: Tx, before: Date): AsyncGenerator<AuditRecord> {
  let after: AuditRecord['id'] | null = null
  for (;;) {
    const rows: AuditRecord[] = await listAuditBefore(tx, { before, after, limit: rowsAtATime })
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (after === null || rows.length < rowsAtATime) return
  }
}
