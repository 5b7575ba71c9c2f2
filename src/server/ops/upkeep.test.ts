import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { statement } from '#server/db/handle.ts'
import { preparedDump } from '#test/support/database.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { isCheckpointDue, tidyTables } from './upkeep.ts'

const going = new AbortController().signal
const rows = 2_000
const sizeOf = statement<{ bytes: number }>('', `select pg_total_relation_size('notes')::int as bytes`)
const planned = statement<{ rows: number }>(
  '',
  `select reltuples::int as rows from pg_class where relname = 'notes'`,
)
const listRelations = statement<{ name: string }>(
  '',
  `select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and relpersistence = 'p'`,
)
let path = ''
let folder: DataFolder

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'ovation-upkeep-'))
  await (await openEmbedded(join(path, 'database'), await preparedDump())).close()
  folder = await openDataFolder(path)
  await folder.db.script(`create table notes (n int primary key, amount int, filling text);
    insert into notes select n, 0, repeat('x', 200) from generate_series(1, ${rows}) n`)
})

afterAll(async () => {
  await folder.close()
  await rm(path, { recursive: true, force: true })
})

async function changeAll(): Promise<void> {
  // An index on what changes keeps the engine from tidying up on its own.
  await folder.db.script('update notes set n = -n')
}

/** Writes into the engine's log until the next checkpoint is due. */
async function fillLog(): Promise<void> {
  while (!(await isCheckpointDue(folder.db)))
    await folder.db.script("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))")
}

async function notesBytes(): Promise<number> {
  const [row] = await folder.db.run(sizeOf, [])
  return row?.bytes ?? Number.NaN
}

async function logFiles(): Promise<string[]> {
  return (await readdir(join(path, 'database', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
}

test('a table whose rows change again and again does not grow, and the planner knows its size', {
  tags: ['embedded-bounded'],
}, async () => {
  const { db } = folder
  await changeAll()
  await tidyTables({ db, signal: going })
  expect(await db.run(planned, [])).toEqual([{ rows }])
  const after = await notesBytes()
  for (let round = 0; round < 6; round++) {
    await changeAll()
    await tidyTables({ db, signal: going })
  }
  expect(await notesBytes()).toBeLessThanOrEqual(after * 1.1)
})

test('the log of the engine is cut at a checkpoint, which is due once much was written', {
  tags: ['embedded-bounded'],
}, async () => {
  const { db } = folder
  await folder.checkpoint()
  expect(await isCheckpointDue(db)).toBe(false)
  for (let round = 0; round < 4; round++) {
    await fillLog()
    await folder.checkpoint()
    expect(await isCheckpointDue(db)).toBe(false)
  }
  expect((await logFiles()).length).toBeLessThanOrEqual(6)
})

test('a checkpoint does not disturb a snapshot that is being written', async () => {
  const written = folder.snapshot(new Date('2026-03-11T10:00:00.000Z'))
  let isWritten = false
  const settled = written.finally(() => {
    isWritten = true
  })
  await fillLog()
  while (!isWritten) {
    await folder.checkpoint()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await settled).toContain('2026-03-11T10-00-00.000Z')
})

test.runIf(process.platform === 'linux')(
  'the engine keeps few files open, however many it has read',
  {
    tags: ['embedded-bounded'],
  },
  async () => {
    const open = async () => (await readdir('/proc/self/fd')).length
    const before = await open()
    for (let n = 0; n < 300; n++) await folder.db.script(`create table file_${n} (n int primary key)`)
    for (const { name } of await folder.db.run(listRelations, []))
      await folder.db.script(`select count(*) from ${name}`)
    expect((await open()) - before).toBeLessThan(260)
  },
)
