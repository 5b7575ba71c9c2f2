import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DataFolder,
  DataFolderError,
  hasDatabase,
  openDataFolder,
  restoreSnapshot,
} from './data-folder.ts'
import { statement } from './handle.ts'
import { migrate } from './migrate.ts'

const start = Date.parse('2026-03-11T10:00:00.000Z')
const listKeys = statement<{ key: string }>('', 'select key from settings order by key')
let template = ''
let folder = ''
let open: DataFolder | null = null

// Making a database takes seconds, copying one a fraction.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'ovation-folder-'))
  const made = await openDataFolder(template)
  await migrate(made.db)
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
  test('is refused a second time while it is open, and can be opened again once it is closed', async () => {
    open = await openDataFolder(folder)
    await expect(openDataFolder(folder)).rejects.toThrow(
      `data directory in use by pid ${process.pid}: ${folder}`,
    )
    await open.close()
    open = await openDataFolder(folder)
    expect(await open.db.run(statement('', 'select 1 as one'), [])).toEqual([{ one: 1 }])
  })

  test('that cannot be opened is let go of, and the newest snapshot named', async () => {
    open = await openDataFolder(folder)
    const snapshot = await open.snapshot(new Date(start))
    await open.close()
    open = null
    await rm(join(folder, 'database', 'global'), { recursive: true })
    const refusal = await openDataFolder(folder).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DataFolderError)
    expect(String(refusal)).toContain(`npm run restore -- ${snapshot}`)
    expect(await readdir(folder)).not.toContain('ovation.lock')
  })
})

describe('a snapshot', () => {
  test('that a killed process left unfinished is cleared away', async () => {
    open = await openDataFolder(folder)
    await open.close()
    await writeFile(join(folder, 'snapshots', '2026-03-11T10-00-00.000Z.tar.gz.partial'), 'half a snap')
    open = await openDataFolder(folder)
    expect(await readdir(join(folder, 'snapshots'))).toEqual([])
  })

  test('is for its owner only, and the six newest are kept', async () => {
    open = await openDataFolder(folder)
    const written: string[] = []
    for (let hour = 0; hour < 8; hour++) written.push(await open.snapshot(new Date(start + hour * 3_600_000)))
    const kept = (await readdir(join(folder, 'snapshots'))).sort()
    expect(kept.map((name) => join(folder, 'snapshots', name))).toEqual(written.slice(-6))
    expect(kept[0]).toBe('2026-03-11T12-00-00.000Z.tar.gz')
    expect((await stat(written.at(-1) ?? '')).mode & 0o777).toBe(0o600)
  })

  test('taken while the folder is in use restores what was there at that moment', async () => {
    const snapshot = await folderWithSnapshot()
    await rename(join(folder, 'database'), join(folder, 'damaged'))
    await restoreSnapshot(folder, snapshot)
    open = await openDataFolder(folder)
    expect(await open.db.run(listKeys, [])).toEqual([{ key: 'before' }])
  })

  test('is not restored over a database, nor into a folder that is in use', async () => {
    const snapshot = await folderWithSnapshot()
    await expect(restoreSnapshot(folder, snapshot)).rejects.toThrow('is there already')
    open = await openDataFolder(folder)
    await expect(restoreSnapshot(folder, snapshot)).rejects.toThrow('in use by pid')
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

/** A closed folder with the key `before` in its snapshot and also `after` in its database. Answers the snapshot. */
async function folderWithSnapshot(): Promise<string> {
  const first = await openDataFolder(folder)
  await first.db.script("insert into settings values ('before', 'x')")
  const snapshot = await first.snapshot(new Date(start))
  await first.db.script("insert into settings values ('after', 'x')")
  await first.close()
  return snapshot
}
