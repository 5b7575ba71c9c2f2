import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { blankDump, freshDatabase } from '#test/support/database.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { openEmbedded } from './embedded.ts'
import { type Db, statement } from './handle.ts'
import { hasMigrations, hasPendingMigrations, isMigrated, listMigrations, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const files = (await readdir(new URL('./migrations/', import.meta.url)))
  .filter((name) => name.endsWith('.sql'))
  .sort()
const opened: Db[] = []
const countRules = statement<{ count: number }>(
  '',
  'select count(*)::int as count from points_configurations',
)

afterAll(async () => {
  for (const db of opened) await db.close()
})

test('a new database gets every migration in order, and none a second time', {
  tags: ['rel-06'],
}, async () => {
  const [db] = await newDatabase()
  expect([await hasMigrations(db), await hasPendingMigrations(db)]).toEqual([false, false])
  await migrate(db)
  const applied = await listMigrations(db)
  expect(applied.map(({ name }) => name)).toEqual(files)
  expect(applied.map(({ number }) => number)).toEqual(files.map((_, nth) => nth))
  expect(applied.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum))).toBe(true)
  await migrate(db)
  expect(await listMigrations(db)).toEqual(applied)
  expect(await isMigrated(db)).toBe(true)
})

test('two instances that start together apply each migration once', { tags: ['rel-06'] }, async () => {
  const instances = await newDatabase(2)
  await Promise.all(instances.map((db) => migrate(db)))
  const [db] = instances
  expect(await db.run(countRules, [])).toEqual([{ count: 10 }])
  expect(await listMigrations(db)).toHaveLength(files.length)
})

test('a database at an older schema has pending migrations until it is migrated', async () => {
  const [db] = await newDatabase()
  await migrate(db, 1)
  expect([await isMigrated(db), await hasPendingMigrations(db)]).toEqual([false, true])
  await migrate(db)
  expect([await isMigrated(db), await hasPendingMigrations(db)]).toEqual([true, false])
})

test('a notification that is not sent yet keeps its name under the new word, and its texts as they are', async () => {
  const [db] = await newDatabase()
  await migrate(db, 7)
  const id = '00000000-0000-7000-8000-000000000001'
  await db.run(
    statement(
      '',
      `insert into chat_notifications (id, key, notification, created_at) values ($1, 'share', $2, '2026-03-11')`,
    ),
    [
      id,
      JSON.stringify({ kind: 'share_submitted', username: 'ana.lima', customMessage: '{"username": "Ana"}' }),
    ],
  )
  await migrate(db)
  const list = statement<{ notification: unknown }>('', 'select notification from chat_notifications')
  const notification = {
    kind: 'share_submitted',
    displayName: 'ana.lima',
    customMessage: '{"username": "Ana"}',
  }
  expect(await db.run(list, [])).toEqual([{ notification }])
})

test('a migration that has changed since it ran is refused by name', async () => {
  const db = await migrated()
  await db.script("update schema_migrations set checksum = 'other' where number = 1")
  await expect(migrate(db)).rejects.toThrow('Migration 0001_append_only.sql has changed since it was applied')
})

test('a database of a newer version is refused and not changed', { tags: ['rel-06'] }, async () => {
  const db = await migrated()
  await db.script("insert into schema_migrations values (9999, '9999_later.sql', 'x', '2026-03-11')")
  await expect(migrate(db)).rejects.toThrow(
    'The database has migration 9999, which this version does not know',
  )
  expect(await isMigrated(db)).toBe(false)
})

test('the ledger and the audit log refuse every update, delete and truncate, whoever sends it', {
  tags: ['inv-02'],
}, async () => {
  const db = await migrated()
  await db.script(`
    insert into users (id, username, tracking_code, reached_at, created_at)
      values ('00000000-0000-7000-8000-000000000001', 'ana', 'code', '2026-03-11', '2026-03-11');
    insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
      select id, id, 5, 'adjustment', id, '2026-03-11', '2026-03-11' from users;
    insert into audit_entries (id, action, created_at) select id, 'test.happened', '2026-03-11' from users;
  `)
  for (const change of [
    'update ledger set amount = 6',
    'delete from ledger',
    'truncate ledger',
    "update audit_entries set action = 'other'",
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate users cascade',
  ]) {
    await expect(db.script(change)).rejects.toThrow('never changed or removed')
  }
})

test('no index covers a column that every report changes, so that row updates stay in place', async () => {
  const db = await migrated()
  const list = statement<{ indexed: string }>(
    '',
    `select c.relname || '.' || a.attname as indexed
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid
     where c.relname in ('users', 'standings') and (a.attnum = any(i.indkey)
       or pg_get_indexdef(i.indexrelid) ~ ('[ (]' || a.attname || '[ ,)]'))`,
  )
  const indexed = (await db.run(list, [])).map((row) => row.indexed)
  expect(new Set(indexed)).toEqual(
    new Set([
      'users.id',
      'users.username',
      'users.display_name',
      'users.email',
      'users.tracking_code',
      'users.slack_team_id',
      'users.slack_user_id',
      'users.own_zone',
      'users.chat_zone',
      // The first report of a day changes them, and no other one.
      'users.streak_last_day',
      'users.streak_ends_at',
      'users.team_id',
      'users.current_streak',
      'users.longest_streak',
      'users.disabled_at',
      'standings.contest_id',
      'standings.user_id',
    ]),
  )
})

async function migrated(): Promise<Db> {
  const { db } = await freshDatabase()
  opened.push(db)
  return db
}

/** An empty database, with one connection for each of the given number of instances. */
async function newDatabase(instances = 1): Promise<[Db, ...Db[]]> {
  const server = inject('postgresUrl')
  if (server === null) {
    const db = await openEmbedded(null, await blankDump())
    opened.push(db)
    return [db, ...Array.from({ length: instances - 1 }, () => db)]
  }
  const url = await createDatabase(server, `test_${randomUUID().replaceAll('-', '')}`)
  const first = openPostgres(url, () => undefined)
  const others = Array.from({ length: instances - 1 }, () => openPostgres(url, () => undefined))
  opened.push(first, ...others)
  return [first, ...others]
}
