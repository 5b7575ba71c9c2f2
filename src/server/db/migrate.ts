import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#server/project-root.ts'
import { type Db, statement, type Tx } from './handle.ts'
import { advisoryLock } from './locks.ts'
import { sqlState } from './transaction.ts'

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** A migration that was applied to a database. */
export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const lockAttempts = 30
const lockNotAvailable = '55P03'

const findTable = statement<{ isThere: boolean }>(
  'find_migrations',
  `select to_regclass('schema_migrations') is not null as "isThere"`,
)
const listApplied = statement<AppliedMigration>(
  'list_migrations',
  'select number::int as number, name, checksum from schema_migrations order by number',
)
const takeLock = statement('lock_migrations', advisoryLock('migrations'))
// A pending lock request blocks everybody behind it, so the wait is short. The migration itself may take its time.
const setTimeouts = statement(
  'set_migration_patience',
  "select set_config('lock_timeout', '1s', true), set_config('statement_timeout', '0', true)",
)
const createMigrationsTable = statement(
  'create_migrations_table',
  `create table if not exists schema_migrations (
     number bigint primary key, name text not null, checksum text not null, applied_at timestamptz not null)`,
)
const recordMigration = statement(
  'record_migration',
  'insert into schema_migrations (number, name, checksum, applied_at) values ($1, $2, $3, now())',
)

/**
 * Migrates the database to the newest schema: numbered files, forward only, each in a transaction of its own. A lock
 * makes sure that instances that start together apply each file once. Throws when an applied file has changed, or when
 * the database is newer than this program. With `upTo` it stops after that migration.
 */
export async function migrate(db: Db, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  if (await isAtNewest(db)) return
  await createTable(db)
  for (const migration of await readMigrations()) if (migration.number <= upTo) await applyOnce(db, migration)
  await assertKnown(await listMigrations(db))
}

// Each read is one journey of a start, and a start is seldom the first of a release.
async function isAtNewest(db: Db): Promise<boolean> {
  const [known, [table]] = await Promise.all([readMigrations(), db.run(findTable, [])])
  if (table?.isThere !== true) return false
  const applied = await listMigrations(db)
  if (applied.length !== known.length) return false
  await assertKnown(applied)
  return true
}

/** Whether any migration was applied to the database. False for a new one. */
export async function hasMigrations(db: Db | Tx): Promise<boolean> {
  const [table] = await db.run(findTable, [])
  return table?.isThere === true && (await listMigrations(db)).length > 0
}

/** Whether this program would change the schema of a database that is not new. */
export async function hasPendingMigrations(db: Db | Tx): Promise<boolean> {
  return (await hasMigrations(db)) && !(await isMigrated(db))
}

/** The migrations that were applied to the database, in order. Fails on a new database. */
export function listMigrations(db: Db | Tx): Promise<AppliedMigration[]> {
  return db.run(listApplied, [])
}

/** The tables and views that the migrations of a database have made and kept. Others in its schema are not the product's. */
export async function relationsOfMigrations(db: Db | Tx): Promise<string[]> {
  const newest = (await listMigrations(db)).at(-1)?.number ?? -1
  const applied = (await readMigrations()).filter(({ number }) => number <= newest)
  return relationsMadeBy(applied.map(({ sql }) => sql))
}

/** Throws when this program does not know one of these migrations, or its file has changed since. */
export async function assertKnown(applied: readonly AppliedMigration[]): Promise<void> {
  const known = await readMigrations()
  for (const { number, checksum } of applied) {
    const migration = known.find((candidate) => candidate.number === number)
    if (!migration) {
      throw new Error(
        `The database has migration ${number}, which this version does not know: run a newer version`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${migration.name} has changed since it was applied: restore the file as it was`,
      )
    }
  }
}

/** Keeps every other instance from migrating until this transaction ends. */
export async function lockMigrations(tx: Tx, engine: Db['engine']): Promise<void> {
  // The embedded database has one process and one connection, which the transaction holds already.
  if (engine === 'postgres') await tx.run(takeLock, [])
}

/** How many migrations this program knows. */
export async function countKnownMigrations(): Promise<number> {
  return (await readMigrations()).length
}

/** Whether all migrations that this program knows have been applied, and no others. */
export async function isMigrated(db: Db | Tx): Promise<boolean> {
  const [migrations, applied] = await Promise.all([readMigrations(), listMigrations(db)])
  return migrations.length === applied.length
}

const relationChange =
  /\b(create|drop)\s+(?:table|view)\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)|\balter\s+table\s+"?(\w+)"?\s+rename\s+to\s+"?(\w+)/gi

function relationsMadeBy(scripts: readonly string[]): string[] {
  const relations = new Set<string>()
  for (const script of scripts) {
    for (const [, how, name = '', before, after] of script.matchAll(relationChange)) {
      if (how?.toLowerCase() === 'create') relations.add(name)
      else relations.delete(before ?? name)
      if (after !== undefined) relations.add(after)
    }
  }
  return [...relations]
}

let cachedMigrations: Promise<Migration[]> | undefined

function readMigrations(): Promise<Migration[]> {
  cachedMigrations ??= readFolder(new URL('src/server/db/migrations/', projectRoot))
  return cachedMigrations
}

async function readFolder(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[\w-]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return {
        number: Number(file.slice(0, 4)),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    }),
  )
}

async function createTable(db: Db): Promise<void> {
  // Under the lock, because "if not exists" still fails when two instances create the table at the same moment.
  await withLockRetries(() =>
    db.transaction(async (tx) => {
      await tx.run(setTimeouts, [])
      await lockMigrations(tx, db.engine)
      await tx.run(createMigrationsTable, [])
    }),
  )
}

async function applyOnce(db: Db, migration: Migration): Promise<void> {
  await withLockRetries(() =>
    db.transaction(async (tx) => {
      await tx.run(setTimeouts, [])
      await lockMigrations(tx, db.engine)
      const applied = await listMigrations(tx)
      await assertKnown(applied)
      if (applied.some(({ number }) => number === migration.number)) return
      for (const part of migration.sql.split('--> statement-breakpoint')) {
        await tx.run(statement('', part), [])
      }
      await tx.run(recordMigration, [migration.number, migration.name, migration.checksum])
    }),
  )
}

async function withLockRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || attempt >= lockAttempts) throw error
      await sleep(200 + Math.random() * 300)
    }
  }
}
