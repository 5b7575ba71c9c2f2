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
import * as connections from '#server/db/schema/connections.ts'
import * as game from '#server/db/schema/game.ts'
import * as honesty from '#server/db/schema/honesty.ts'
import * as people from '#server/db/schema/people.ts'
import * as posts from '#server/db/schema/posts.ts'
import { reportInteraction, undoInteraction } from '#server/features/interactions/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { blankDump, freshDatabase } from '#test/support/database.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { writeBackup } from './backup.ts'
import { BackupError } from './backup-file.ts'
import { restoreBackup } from './restore.ts'
import { listTables } from './tables.ts'

const now = new Date('2026-03-11T12:00:00.000Z')
const allTables = Object.values({ ...people, ...posts, ...game, ...honesty, ...connections }).filter((each) =>
  is(each, PgTable),
)
const opened: Db[] = []
let folder = ''
let source: Db
let backup = ''
let unused: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-backup-'))
  source = await databaseWithHistory()
  unused = await emptyDatabase(source.engine)
  backup = join(folder, 'first.jsonl.gz')
  await writeBackup(source, backup, now)
})

afterAll(async () => {
  for (const db of opened) await db.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  test('contains every table of the schema, each after those that it references', async () => {
    const names = (await listTables(source)).map(({ name }) => name)
    expect([...names].sort()).toEqual(allTables.map(getTableName).sort())
    for (const [child, parent] of [
      ['sessions', 'users'],
      ['interactions', 'posts'],
      ['shares', 'interactions'],
      ['standings', 'contests'],
    ]) {
      expect(names.indexOf(String(child))).toBeGreaterThan(names.indexOf(String(parent)))
    }
  })

  test('names in its first line the format, the time and the number of rows', async () => {
    const [first = '', ...rows] = await linesOf(backup)
    const header = JSON.parse(first)
    expect(header).toMatchObject({ format: 'ovation-backup', version: 1, takenAt: now.toISOString() })
    expect(header.engine).toBe(source.engine)
    expect(header.migrations.map(({ number }: { number: number }) => number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
    ])
    const counts: number[] = header.tables.map((table: { rows: number }) => table.rows)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length)
    expect(header.tables).toContainEqual(expect.objectContaining({ name: 'activities', rows: 1_204 }))
  })

  test('is readable by its owner only and leaves no partial file', { tags: ['rel-07'] }, async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    await expect(stat(`${backup}.partial`)).rejects.toThrow('ENOENT')
  })

  test('is a consistent snapshot, whatever is written meanwhile', async () => {
    const path = join(folder, 'busy.jsonl.gz')
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

  test('that fails leaves no file behind and ends its transaction', async () => {
    const path = join(folder, 'missing', 'file.jsonl.gz')
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
      const path = join(folder, `${randomUUID()}.jsonl.gz`)
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
    const path = join(folder, `${randomUUID()}.jsonl.gz`)
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
    expect(rules.map(({ id }) => id).sort()).toEqual(inBackup.map(({ id }) => id).sort())
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
    const path = join(folder, 'older.jsonl.gz')
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
    for (const [wrong, message] of [
      [lines.slice(0, -1), 'fewer rows'],
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
    ['a missing file', async () => join(folder, 'nowhere.jsonl.gz')],
    ['a file that is not compressed', async () => textFile('{"format":"ovation-backup"}\n')],
    ['a truncated file', async () => shortened()],
    ['an empty backup', async () => written([])],
    ['a file of another format', async () => written(['{"format":"something"}'])],
  ])('refuses %s with a BackupError', async (_, makeFile) => {
    await expect(restoreBackup(unused, await makeFile())).rejects.toThrow(BackupError)
  })
})

interface Header {
  readonly migrations: readonly object[]
  readonly tables: readonly { name: string; rows: number }[]
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

async function rowsOfTable(path: string, wanted: string): Promise<{ id: string }[]> {
  const [first = '', ...rows] = await linesOf(path)
  let start = 0
  for (const { name, rows: count } of (JSON.parse(first) as Header).tables) {
    if (name === wanted) return rows.slice(start, start + count).map((row) => JSON.parse(row))
    start += count
  }
  return []
}

async function changed(change: (header: Header) => Header): Promise<string> {
  const [first = '', ...rows] = await linesOf(backup)
  return written([JSON.stringify(change(JSON.parse(first))), ...rows])
}

async function written(lines: readonly string[]): Promise<string> {
  const path = join(folder, `${randomUUID()}.jsonl.gz`)
  await writeFile(path, gzipSync(lines.map((line) => `${line}\n`).join('')))
  return path
}

async function textFile(text: string): Promise<string> {
  const path = join(folder, `${randomUUID()}.jsonl.gz`)
  await writeFile(path, text)
  return path
}

async function shortened(): Promise<string> {
  const path = join(folder, `${randomUUID()}.jsonl.gz`)
  const whole = await readFile(backup)
  await writeFile(path, whole.subarray(0, whole.length - 100))
  return path
}
