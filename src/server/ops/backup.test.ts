import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { hasMigrations, isMigrated, listMigrations, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import * as chat from '#server/db/schema/chat.ts'
import * as connections from '#server/db/schema/connections.ts'
import * as contests from '#server/db/schema/contests.ts'
import * as game from '#server/db/schema/game.ts'
import * as honesty from '#server/db/schema/honesty.ts'
import * as live from '#server/db/schema/live.ts'
import * as people from '#server/db/schema/people.ts'
import * as posts from '#server/db/schema/posts.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { blankDump, freshDatabase } from '#test/support/database.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { writeBackup } from './backup.ts'
import { BackupError } from './backup-file.ts'
import { derivedTables } from './derived.ts'
import { restoreBackup } from './restore.ts'
import { listTables } from './tables.ts'

const now = new Date('2026-03-11T12:00:00.000Z')
const allTables = Object.values({
  ...people,
  ...posts,
  ...contests,
  ...game,
  ...honesty,
  ...chat,
  ...connections,
  ...live,
}).filter((each) => is(each, PgTable))
const opened: Db[] = []
let folder = ''
let source: Db
let backup = ''
let unused: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-backup-'))
  source = await databaseWithHistory()
  unused = await emptyDatabase(source.engine)
  backup = join(folder, 'first.backup.gz')
  await writeBackup(source, backup, now)
})

afterAll(async () => {
  for (const db of opened) await db.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  test('contains every table of the schema, each after those that it references', async () => {
    const names = (await listTables(source)).map(({ name }) => name)
    const kept = allTables.map(getTableName).filter((name) => !derivedTables.includes(name))
    expect([...names].sort()).toEqual(kept.sort())
    for (const [child, parent] of [
      ['sessions', 'users'],
      ['interactions', 'posts'],
      ['shares', 'interactions'],
      ['standings', 'users'],
      ['standings_builds', 'contests'],
    ]) {
      expect(names.indexOf(String(child))).toBeGreaterThan(names.indexOf(String(parent)))
    }
  })

  test('names in its first line the format and the time, and after each table the number of rows', async () => {
    const [first = '', ...rows] = await linesOf(backup)
    const header = JSON.parse(first)
    expect(header).toMatchObject({ format: 'ovation-backup', version: 2, takenAt: now.toISOString() })
    expect(header.engine).toBe(source.engine)
    expect(header.migrations).toEqual(await listMigrations(source))
    const counts = rows.filter((row) => row.startsWith('\\.')).map((row) => Number(row.slice(2)))
    expect(counts).toHaveLength(header.tables.length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length - counts.length)
    expect(await rowsOfTable(backup, 'activities')).toHaveLength(1_204)
  })

  test('is readable by its owner only and leaves no partial file', { tags: ['rel-07'] }, async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    await expect(stat(`${backup}.partial`)).rejects.toThrow('ENOENT')
  })

  test('is a consistent snapshot, whatever is written meanwhile', async () => {
    const path = join(folder, 'busy.backup.gz')
    let isFinished = false
    let written = 0
    const writing = (async () => {
      for (; !isFinished; written++) {
        await insertMemberWithLedger(source)
        // The embedded database answers without yielding to timers and files.
        await yieldToOthers()
      }
    })()
    await vi.waitFor(() => expect(written).toBeGreaterThan(2), { timeout: 45_000 })
    await writeBackup(source, path, now)
    isFinished = true
    await writing
    const target = await emptyDatabase(source.engine)
    await restoreBackup(target, path)
    expect((await target.orm.select().from(people.users)).length).toBeGreaterThan(4)
    expect(await violationsIn(target)).toEqual([])
  })

  test('leaves out what is not the product’s, and names it', { tags: ['backups-only-ours'] }, async () => {
    const db = await emptyDatabase(source.engine)
    await restoreBackup(db, backup)
    await db.script(strangers)
    const path = join(folder, `${randomUUID()}.backup.gz`)
    const { leftOut, tables } = await writeBackup(db, path, now)
    expect(leftOut).toEqual([
      { name: 'guests', kind: 'table' },
      { name: 'points_by_member', kind: 'view' },
    ])
    expect(tables.map(({ name }) => name)).not.toContain('guests')
    const target = await emptyDatabase(source.engine)
    await restoreBackup(target, path)
    expect(await contentsOf(target)).toEqual(await contentsOf(db))
  })

  test('that fails leaves no file behind and ends its transaction', async () => {
    const path = join(folder, 'missing', 'file.backup.gz')
    await expect(writeBackup(source, path, now)).rejects.toThrow('ENOENT')
    await expect(source.transaction((tx) => tx.run(statement('', 'select 1'), []))).resolves.toHaveLength(1)
  })
})

describe('a restore', () => {
  test.each(enginesHere())(
    'restores every row into %s, and the result verifies',
    { tags: ['rel-07'] },
    async (engine) => {
      const fresh = await databaseWithHistory()
      const path = join(folder, `${randomUUID()}.backup.gz`)
      await writeBackup(fresh, path, now)
      const target = await emptyDatabase(engine)
      await restoreBackup(target, path)
      expect(await contentsOf(target)).toEqual(await contentsOf(fresh))
      expect(await violationsIn(target)).toEqual([])
      expect(await isMigrated(target)).toBe(true)
    },
  )

  test.each(crossings())('moves the data of %s to %s unchanged', { tags: ['rel-07'] }, async (from, to) => {
    const first = await emptyDatabase(from)
    await restoreBackup(first, backup)
    const path = join(folder, `${randomUUID()}.backup.gz`)
    await writeBackup(first, path, now)
    const second = await emptyDatabase(to)
    await restoreBackup(second, path)
    expect(await contentsOf(second)).toEqual(await contentsOf(first))
    expect(await violationsIn(second)).toEqual([])
  })

  test('works on a migrated but unused database, and replaces its default rules', async () => {
    const { db } = await freshDatabase()
    opened.push(db)
    // No instance serves anybody yet, so the restore announces nothing.
    await asFixture(() => restoreBackup(db, backup))
    const rules = await db.orm.select().from(game.pointsConfigurations)
    const inBackup = await rowsOfTable(backup, 'points_configurations')
    expect(rules.map(({ id }) => id).sort()).toEqual(inBackup.map((row) => row.split('\t', 1)[0]).sort())
  })

  test('works beside tables and views that are not the product’s, and leaves them alone', {
    tags: ['backups-only-ours'],
  }, async () => {
    const target = await emptyDatabase(source.engine)
    await migrate(target)
    await target.script(strangers)
    const before = await schemaOf(target)
    await restoreBackup(target, backup)
    expect(await schemaOf(target)).toEqual(before)
    const guests = statement<{ name: string }>('', 'select name from guests')
    expect(await target.run(guests, [])).toEqual([{ name: 'Zoe' }])
    expect(await violationsIn(target)).toEqual([])
  })

  test('leaves the schema as it was: every index, key and trigger', async () => {
    const target = await emptyDatabase(source.engine)
    await migrate(target)
    const before = await schemaOf(target)
    expect(before.length).toBeGreaterThan(200)
    await restoreBackup(target, backup)
    expect(await schemaOf(target)).toEqual(before)
  })

  test('leaves the ledger and the audit log append-only', async () => {
    const target = await emptyDatabase(source.engine)
    await restoreBackup(target, backup)
    await expect(target.script('update ledger set amount = 1')).rejects.toThrow('never changed')
    await expect(target.script('delete from audit_entries')).rejects.toThrow('never changed')
  })

  test('refuses a database with members, names the rows that it found and changes nothing', async () => {
    const { db } = await freshDatabase()
    opened.push(db)
    await insertMemberWithLedger(db)
    const before = await contentsOf(db)
    await expect(restoreBackup(db, backup)).rejects.toThrow('not empty (rows: 1 in users, 1 in ledger)')
    expect(await contentsOf(db)).toEqual(before)
  })

  test('inserts an older backup under its own schema, then migrates it', async () => {
    const old = await emptyDatabase(source.engine)
    await migrate(old, 1)
    const path = join(folder, 'older.backup.gz')
    await writeBackup(old, path, now)
    const target = await emptyDatabase(source.engine)
    await restoreBackup(target, path)
    expect(await isMigrated(target)).toBe(true)
    expect((await target.orm.select().from(game.pointsConfigurations)).length).toBeGreaterThan(0)
    const { db: migrated } = await freshDatabase()
    opened.push(migrated)
    const newest = (await listMigrations(migrated)).at(-1)?.number
    await expect(restoreBackup(migrated, path)).rejects.toThrow(
      `made at migration 1 and the target is at ${newest}`,
    )
  })

  test('refuses a backup of a newer version', async () => {
    const path = await changed((header) => ({
      ...header,
      migrations: [...header.migrations, { number: 9_999, name: '9999_later.sql', checksum: 'x' }],
    }))
    await expect(restoreBackup(unused, path)).rejects.toThrow('run a newer version')
    expect(await hasMigrations(unused)).toBe(false)
  })

  test('refuses a file with a wrong number of rows, and writes nothing', async () => {
    const lines = await linesOf(backup)
    const target = await emptyDatabase(source.engine)
    const [row = ''] = await rowsOfTable(backup, 'activities')
    const at = lines.indexOf(row)
    for (const [wrong, message] of [
      [lines.slice(0, -1), 'fewer rows'],
      [lines.toSpliced(at, 1), '1203 rows after the restore and 1204 in the backup'],
      [[...lines, lines.at(-1) ?? ''], 'more rows'],
    ] as const) {
      const path = await written(wrong)
      await expect(restoreBackup(target, path)).rejects.toThrow(message)
      expect(await target.orm.select().from(people.users)).toEqual([])
    }
  })

  test('refuses a table that the product does not have', async () => {
    const path = await changed((header) => ({
      ...header,
      tables: header.tables.map((table) =>
        table.name === 'posts' ? { ...table, name: 'posts" where true; --' } : table,
      ),
    }))
    await expect(restoreBackup(unused, path)).rejects.toThrow('not those of the target')
  })

  test.each([
    ['a missing file', async () => join(folder, 'nowhere.backup.gz')],
    ['a file that is not compressed', async () => textFile('{"format":"ovation-backup"}\n')],
    ['a truncated file', async () => shortened()],
    ['a file with a changed byte', async () => damaged()],
    ['an empty backup', async () => written([])],
    ['a file of another format', async () => written(['{"format":"something"}'])],
  ])('refuses %s with a BackupError', async (_, makeFile) => {
    await expect(restoreBackup(unused, await makeFile())).rejects.toThrow(BackupError)
  })
})

/** A table that references the product's, and a view that rests on a primary key. */
const strangers = `
  create table guests (name text primary key, host uuid references users (id));
  insert into guests (name) values ('Zoe');
  create view points_by_member as
    select users.id, users.username, sum(amount) as points from users join ledger on user_id = users.id group by users.id`

/** Every index, constraint and trigger, as the database describes it. */
async function schemaOf(db: Db): Promise<string[]> {
  const list = statement<{ line: string }>(
    '',
    `select indexdef as line from pg_indexes where schemaname = 'public'
     union all
     select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
     from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     order by line`,
  )
  return (await db.run(list, [])).map(({ line }) => line)
}

interface Header {
  readonly migrations: readonly object[]
  readonly tables: readonly { name: string }[]
}

function enginesHere(): Db['engine'][] {
  return inject('postgresUrl') === null ? ['pglite'] : ['postgres']
}

function crossings(): [Db['engine'], Db['engine']][] {
  if (inject('postgresUrl') === null) return [['pglite', 'pglite']]
  return [
    ['pglite', 'postgres'],
    ['postgres', 'pglite'],
  ]
}

/** A database in which the product has never run. */
async function emptyDatabase(engine: Db['engine']): Promise<Db> {
  const server = inject('postgresUrl')
  const db =
    engine === 'postgres' && server !== null
      ? openPostgres(
          await createDatabase(server, `test_${randomUUID().replaceAll('-', '')}`),
          () => undefined,
        )
      : await openEmbedded(null, await blankDump())
  opened.push(db)
  return db
}

/** A database with rows of all kinds, with texts that break careless formats. */
async function databaseWithHistory(): Promise<Db> {
  const { deps, member, app } = await startTestApp({ clock: testClock(now) })
  opened.push(deps.db)
  const ana = await member('ana.lima', 'admin')
  const odd = await member('line\nbreak \u2028 "quoted" \\ ‮🎉')
  await insertContest(deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
  const post = await insertPost(deps, {
    content: 'Zeilen\r\nund \u2029 "Zitate"',
    postUrl: 'https://a.test/1',
  })
  await reportInteraction(deps, ana, { postId: post, interactionType: 'share' })
  await reportInteraction(deps, odd, { postId: post, interactionType: 'like' })
  await reportInteraction(deps, odd, { postId: post, interactionType: 'comment' })
  const [comment] = await deps.db.run(findComment, [])
  await undoInteraction(deps, odd, asId(comment?.id ?? ''))
  await deps.db.script(`
    update posts set campaign_tags = array['spring', 'with "quotes", commas', ''];
    insert into settings (key, value) values ('odd', e'a\\tb');
    insert into throttles (key, attempts, window_started_at) values ('k', 3, '2026-03-11T09:59:59.999Z');
    insert into hook_receipts (route, delivery_id, answer, received_at)
      values ('/r', 'd', '{"nested": [1, null, {"a": "b"}]}', '2026-03-11T10:00:00Z');
    insert into audit_entries (id, actor_id, action, details, created_at)
      values (gen_random_uuid(), null, 'test.happened', '{"big": 12345678901234567890.5}', '2026-03-11T10:00:00Z');
    insert into parked_engagements (normalised_url, likes_count, engagement_at, received_at)
      values ('https://b.test/2', 4, '2026-03-11T10:00:00Z', '2026-03-11T10:00:00Z');
    insert into activities (id, type, description, created_at)
      select gen_random_uuid(), 'platform_update', 'Line ' || n, '2026-03-11T10:00:00Z' from generate_series(1, 1200) n;
  `)
  await app.close()
  await deps.jobs.stop()
  await deps.live.close()
  return deps.db
}

const findComment = statement<{ id: string }>('', "select id from interactions where type = 'comment'")

/** The ledger entry is outside the contest's days, so it counts in no standings. */
async function insertMemberWithLedger(db: Db): Promise<void> {
  const id = uuidv7()
  const insert = async (tx: Tx) => {
    const at = now.toISOString()
    await tx.run(
      statement(
        '',
        `insert into users (id, username, display_name, tracking_code, total_points, reached_at, created_at)
         values ($1::uuid, 'ben', 'Ben', $1::text, 5, $2::timestamptz, $2::timestamptz)`,
      ),
      [id, at],
    )
    await tx.run(
      statement(
        '',
        `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
         values ($1::uuid, $1::uuid, 5, 'link_click', $1::uuid, '2026-02-11', $2)`,
      ),
      [id, at],
    )
    await tx.run(
      statement(
        '',
        `insert into link_clicks (id, user_id, post_id, visitor, points, clicked_at)
         select $1::uuid, $1::uuid, id, 'visitor', 5, $2::timestamptz from posts limit 1`,
      ),
      [id, at],
    )
  }
  await asFixture(() => db.transaction(insert))
}

/** Every row of every table, sorted within each table. */
async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const table of allTables) {
    const rows = await db.orm.select().from(table)
    contents[getTableName(table)] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return contents
}

async function violationsIn(db: Db): Promise<string[]> {
  return (await verify(db)).flatMap(({ violations }) => violations)
}

async function linesOf(path: string): Promise<string[]> {
  return gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
}

async function rowsOfTable(path: string, wanted: string): Promise<string[]> {
  const [first = '', ...rows] = await linesOf(path)
  for (const { name } of (JSON.parse(first) as Header).tables) {
    const ofTable = rows.splice(0, rows.findIndex((row) => row.startsWith('\\.')) + 1)
    if (name === wanted) return ofTable.slice(0, -1)
  }
  return []
}

async function changed(change: (header: Header) => Header): Promise<string> {
  const [first = '', ...rows] = await linesOf(backup)
  return written([JSON.stringify(change(JSON.parse(first))), ...rows])
}

async function written(lines: readonly string[]): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup.gz`)
  await writeFile(path, gzipSync(lines.map((line) => `${line}\n`).join('')))
  return path
}

async function textFile(text: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup.gz`)
  await writeFile(path, text)
  return path
}

async function shortened(): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup.gz`)
  const whole = await readFile(backup)
  await writeFile(path, whole.subarray(0, whole.length - 100))
  return path
}

async function damaged(): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup.gz`)
  const whole = Buffer.from(await readFile(backup))
  whole[whole.length - 2_000] = (whole[whole.length - 2_000] ?? 0) ^ 1
  await writeFile(path, whole)
  return path
}
