import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Handle } from './handle.ts'
import { statement } from './handle.ts'
import { sqlState } from './transaction.ts'

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

// Any fixed number will do; all instances of this product must take the same one.
const advisoryLock = 7_206_841
const lockAttempts = 30
const lockNotAvailable = '55P03'

const listApplied = statement<{ number: number; checksum: string }>(
  'list_migrations',
  'select number::int as number, checksum from schema_migrations order by number',
)
const takeLock = statement('lock_migrations', 'select pg_advisory_xact_lock($1::bigint)')
const limitLockWait = statement('limit_lock_wait', "select set_config('lock_timeout', '1s', true)")
const recordMigration = statement(
  'record_migration',
  'insert into schema_migrations (number, name, checksum, applied_at) values ($1, $2, $3, now())',
)

/**
 * Brings the database to the newest schema: numbered files, forward only, each in a transaction of its own, under a
 * lock so that two instances that start together apply each once. Throws when a file that ran has changed since,
 * or when the database is newer than this program.
 */
export async function migrate(db: Database): Promise<void> {
  const migrations = await readMigrations()
  await createTable(db)
  for (const migration of migrations) await applyOnce(db, migration, migrations)
  assertKnown(await db.run(listApplied, []), migrations)
}

/** Whether exactly the migrations that this program knows have been applied. */
export async function isMigrated(db: Handle): Promise<boolean> {
  const [migrations, applied] = await Promise.all([readMigrations(), db.run(listApplied, [])])
  return migrations.length === applied.length
}

let cachedMigrations: Promise<Migration[]> | undefined

function readMigrations(): Promise<Migration[]> {
  cachedMigrations ??= readFolder(new URL('./migrations/', import.meta.url))
  return cachedMigrations
}

async function readFolder(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return { number: Number(file.slice(0, 4)), name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function createTable(db: Database): Promise<void> {
  // Two instances may race here: "if not exists" still fails when both create the table's type at once.
  await patiently(() =>
    db.script(`create table if not exists schema_migrations (
      number bigint primary key, name text not null, checksum text not null, applied_at timestamptz not null)`),
  )
}

async function applyOnce(db: Database, migration: Migration, known: readonly Migration[]): Promise<void> {
  await patiently(() =>
    db.transaction(async (tx) => {
      await tx.run(limitLockWait, [])
      if (db.engine === 'postgres') await tx.run(takeLock, [advisoryLock])
      const applied = await tx.run(listApplied, [])
      assertKnown(applied, known)
      if (applied.some(({ number }) => number === migration.number)) return
      for (const part of migration.sql.split('--> statement-breakpoint')) {
        await tx.run(statement('', part), [])
      }
      await tx.run(recordMigration, [migration.number, migration.name, migration.checksum])
    }),
  )
}

function assertKnown(applied: readonly { number: number; checksum: string }[], known: readonly Migration[]): void {
  for (const { number, checksum } of applied) {
    const migration = known.find((candidate) => candidate.number === number)
    if (!migration) {
      throw new Error(`The database has migration ${number}, which this version does not know: run a newer version`)
    }
    if (migration.checksum !== checksum) {
      throw new Error(`Migration ${migration.name} has changed since it was applied: restore the file as it was`)
    }
  }
}

async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isPassing = [lockNotAvailable, '23505', '42P07'].includes(sqlState(error) ?? '')
      if (!isPassing || attempt >= lockAttempts) throw error
      await sleep(200 + Math.random() * 300)
    }
  }
}
