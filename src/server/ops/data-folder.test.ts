import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { statement } from '#server/db/handle.ts'
import { preparedDump } from '#test/support/database.ts'
import { type DataFolder, hasDatabase, openDataFolder, restoreSnapshot } from './data-folder.ts'
import { DataFolderError } from './data-folder-error.ts'

const start = Date.parse('2026-03-11T10:00:00.000Z')
const listKeys = statement<{ key: string }>('', 'select key from settings order by key')
const readMoves = statement<{ moves: number; amounts: number }>(
  '',
  'select (select count(*)::int from moves) as moves, (select sum(amount)::int from halves) as amounts',
)
let template = ''
let snapshotName = ''
let folder = ''
let open: DataFolder | null = null
const snapshot = () => join(folder, 'snapshots', snapshotName)

// A closed folder whose snapshot contains the key `before`, and whose database contains `after` too.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'ovation-folder-'))
  await (await openEmbedded(join(template, 'database'), await preparedDump())).close()
  const made = await openDataFolder(template)
  await made.db.script("delete from settings; insert into settings values ('before', 'x')")
  snapshotName = basename(await made.snapshot(new Date(start)))
  await made.db.script("insert into settings values ('after', 'x')")
  await made.close()
})

afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-folder-'))
  await cp(template, folder, { recursive: true })
})

afterEach(async () => {
  await open?.close()
  open = null
  await rm(folder, { recursive: true, force: true })
})

describe('a data folder', () => {
  test('cannot be opened twice, and can be opened again once it is closed', async () => {
    open = await openDataFolder(folder)
    await expect(openDataFolder(folder)).rejects.toThrow(
      `data directory in use by pid ${process.pid}: ${folder}`,
    )
    await open.close()
    open = await openDataFolder(folder)
    expect(await open.db.run(statement('', 'select 1 as one'), [])).toEqual([{ one: 1 }])
  })

  test('that cannot be opened is unlocked, and the error names the newest snapshot', {
    tags: ['f-03'],
  }, async () => {
    await rm(join(folder, 'database', 'global'), { recursive: true })
    const refusal = await openDataFolder(folder).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DataFolderError)
    expect(String(refusal)).toContain(`npm run restore -- ${snapshot()}`)
    expect(await readdir(folder)).not.toContain('ovation.lock')
  })
})

describe('what others may read of a data folder', () => {
  const openToOthers = async () => {
    const names = ['', ...(await readdir(folder, { recursive: true }))]
    const found = await Promise.all(
      names.map(async (name) => ({ name, mode: (await stat(join(folder, name))).mode & 0o077 })),
    )
    return found
      .filter(({ name, mode }) => mode !== 0 && !['', 'ovation.lock'].includes(name))
      .map(({ name }) => name)
  }

  test('is nothing once it was opened, whatever the modes were before', {
    tags: ['files-closed'],
  }, async () => {
    await mkdir(join(folder, 'backups'))
    await writeFile(join(folder, 'backups', 'old.jsonl.gz'), 'an old backup')
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name)
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o666)
    }
    await chmod(folder, 0o755)
    expect((await openToOthers()).length).toBeGreaterThan(500)
    open = await openDataFolder(folder)
    expect(await openToOthers()).toEqual([])
    await open.snapshot(new Date(start + 3_600_000))
    expect(await openToOthers()).toEqual([])
  })

  test('is nothing in a new database in a folder that others may enter', {
    tags: ['files-closed'],
  }, async () => {
    await rm(join(folder, 'database'), { recursive: true })
    await chmod(folder, 0o777)
    open = await openDataFolder(folder)
    expect(await openToOthers()).toEqual([])
  })
})

describe('a snapshot', () => {
  test('that a killed process left unfinished is deleted', async () => {
    await writeFile(join(folder, 'snapshots', '2026-03-11T11-00-00.000Z.tar.zst.partial'), 'half a snap')
    open = await openDataFolder(folder)
    expect(await readdir(join(folder, 'snapshots'))).toEqual([snapshotName])
  })

  test('is readable by its owner only, and the six newest are kept', { tags: ['f-03'] }, async () => {
    for (const hour of ['05', '06', '07', '08', '09']) {
      await writeFile(join(folder, 'snapshots', `2026-03-11T${hour}-00-00.000Z.tar.gz`), 'an older one')
    }
    open = await openDataFolder(folder)
    const written = [
      await open.snapshot(new Date(start + 3_600_000)),
      await open.snapshot(new Date(start + 7_200_000)),
    ]
    const kept = (await readdir(join(folder, 'snapshots'))).sort()
    expect(kept).toEqual([
      '2026-03-11T07-00-00.000Z.tar.gz',
      '2026-03-11T08-00-00.000Z.tar.gz',
      '2026-03-11T09-00-00.000Z.tar.gz',
      snapshotName,
      ...written.map((path) => basename(path)),
    ])
    expect(snapshotName).toBe('2026-03-11T10-00-00.000Z.tar.zst')
    expect((await stat(written.at(-1) ?? '')).mode & 0o777).toBe(0o600)
  })

  test('taken while the folder is in use restores the data of that moment', { tags: ['f-03'] }, async () => {
    await rename(join(folder, 'database'), join(folder, 'damaged'))
    await restoreSnapshot(folder, snapshot())
    open = await openDataFolder(folder)
    expect(await open.db.run(listKeys, [])).toEqual([{ key: 'before' }])
  })

  test('taken while members write restores the data of one moment, with all that was written before', {
    tags: ['f-03', 'snapshot-unnoticed'],
  }, async () => {
    open = await openDataFolder(folder)
    const { db } = open
    await db.script(`create table moves (n int primary key);
      create table halves (id int primary key, amount int not null, filling text not null);
      insert into halves select n, 0, repeat(md5(n::text), 40) from generate_series(1, 2000) n`)
    let isDone = false
    let moved = 0
    const writing = (async () => {
      for (; !isDone; moved++) {
        // One transaction over two tables, with a new version of many rows.
        await db.script(`begin; insert into moves values (${moved});
          update halves set amount = amount + 1 where id % 20 = ${moved % 20}; commit`)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await expect.poll(() => moved, { interval: 1 }).toBeGreaterThan(3)
    const before = moved
    const path = await open.snapshot(new Date(start + 3_600_000))
    const after = moved
    isDone = true
    await writing
    expect(after).toBeGreaterThan(before)
    await open.close()
    await rename(join(folder, 'database'), join(folder, 'damaged'))
    await restoreSnapshot(folder, path)
    open = await openDataFolder(folder)
    const [row] = await open.db.run(readMoves, [])
    expect(row?.amounts).toBe((row?.moves ?? 0) * 100)
    expect(row?.moves).toBeGreaterThanOrEqual(before)
    expect(row?.moves).toBeLessThanOrEqual(after)
  })

  test('is not restored over a database, or into a folder that is in use', async () => {
    await expect(restoreSnapshot(folder, snapshot())).rejects.toThrow('is there already')
    open = await openDataFolder(folder)
    await expect(restoreSnapshot(folder, snapshot())).rejects.toThrow('in use by pid')
    expect(await open.db.run(listKeys, [])).toEqual([{ key: 'after' }, { key: 'before' }])
  })

  test('that is damaged leaves no database behind', async () => {
    const damaged = join(folder, 'damaged.tar.gz')
    await writeFile(damaged, 'not an archive')
    await rm(join(folder, 'database'), { recursive: true })
    const refusal = await restoreSnapshot(folder, damaged).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DataFolderError)
    expect(String(refusal)).toContain('cannot be restored')
    expect(hasDatabase(folder)).toBe(false)
    expect(await readdir(folder)).toEqual(['damaged.tar.gz', 'snapshots'])
  })
})
