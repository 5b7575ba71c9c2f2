import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteOutdatedBackups, nextBackupPath, outdatedBackups } from './backup-folder.ts'

const dayMs = 24 * 3_600_000
// A Sunday.
const now = new Date('2026-03-29T23:00:00.000Z')

test('with one backup a day, those of the last seven days and the last one of each of four weeks are kept', {
  tags: ['rel-07'],
}, () => {
  const daily = Array.from({ length: 60 }, (_, day) => nameOf(new Date(now.getTime() - day * dayMs)))
  const outdated = outdatedBackups(daily, now)
  expect(daily.filter((name) => !outdated.includes(name)).map((name) => name.slice(0, 10))).toEqual([
    '2026-03-29',
    '2026-03-28',
    '2026-03-27',
    '2026-03-26',
    '2026-03-25',
    '2026-03-24',
    '2026-03-23',
    '2026-03-22',
    '2026-03-15',
    '2026-03-08',
  ])
})

test('all backups of the last 24 hours are kept, and only the newest of an older day', () => {
  const hourly = Array.from({ length: 72 }, (_, hour) => nameOf(new Date(now.getTime() - hour * 3_600_000)))
  const outdated = outdatedBackups(hourly, now)
  expect(hourly.filter((name) => !outdated.includes(name))).toEqual([
    ...hourly.slice(0, 24),
    '2026-03-28T23-00-00.000Z.backup.gz',
    '2026-03-27T23-00-00.000Z.backup.gz',
  ])
})

test('backups under the names of earlier versions count and go like all others', () => {
  const earlier = Array.from({ length: 60 }, (_, day) =>
    nameOf(new Date(now.getTime() - day * dayMs)).replace(
      '.backup.gz',
      day % 2 ? '.jsonl.gz' : '.jsonl.gz.age',
    ),
  )
  expect(outdatedBackups(earlier, now)).toHaveLength(50)
})

test('the newest backups are kept, however old they are', () => {
  const old = Array.from({ length: 3 }, (_, day) => nameOf(new Date(now.getTime() - (400 + day) * dayMs)))
  expect(outdatedBackups(old, now)).toEqual([])
})

test('what a killed backup left is deleted after a day', () => {
  const partial = (ageMs: number) => `${nameOf(new Date(now.getTime() - ageMs))}.partial`
  expect(outdatedBackups([partial(dayMs), partial(dayMs - 1), 'mine.partial'], now)).toEqual([partial(dayMs)])
})

test('files with other names are never deleted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ovation-backups-'))
  for (let day = 60; day >= 0; day--) {
    await writeFile(await pathFor(dataDir, day), '')
  }
  for (const other of ['before-the-upgrade.jsonl.gz', 'notes.txt']) {
    await writeFile(join(dataDir, 'backups', other), '')
  }
  expect(await deleteOutdatedBackups(dataDir, now)).toBe(51)
  expect(await readdir(join(dataDir, 'backups'))).toHaveLength(12)
  expect(await readdir(join(dataDir, 'backups'))).toContain('before-the-upgrade.jsonl.gz')
  await rm(dataDir, { recursive: true })
})

function pathFor(dataDir: string, day: number): Promise<string> {
  return nextBackupPath(dataDir, {
    now: new Date(now.getTime() - day * dayMs),
    isEncrypted: day % 2 === 0,
  })
}

function nameOf(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}.backup.gz`
}
