import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepBackup } from '#server/features/backups/commands.ts'
import { lastDrill } from '#server/ops/backup-folder.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'

// It makes a database from nothing twice, in processes of their own.
vi.setConfig({ testTimeout: 240_000 })

const script = fileURLToPath(new URL('../scripts/restore-drill.ts', import.meta.url))
const passphrase = 'eleven lanterns over still water'
let t: TestApp
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ovation-drill-test-'))
  t = await startTestApp()
  await t.member('ana.lima')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const keep = (at: string) => keepBackup(t.deps.db, { dataDir, backupPassphrase: passphrase }, new Date(at))

interface Ended {
  readonly code: number
  readonly text: string
}

function drill(environment: Readonly<Record<string, string>>): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}

test('a drill restores the newest backup beside the live database, and says whether it is sound', {
  tags: ['backups-restored', 'rel-07'],
}, async () => {
  expect(await drill({})).toMatchObject({ code: 1, text: expect.stringContaining('There is no backup in') })
  await keep('2026-03-10T02:15:00.000Z')
  const locked = await drill({})
  expect([locked.code, locked.text]).toEqual([1, expect.stringContaining('set BACKUP_PASSPHRASE')])
  expect(await lastDrill(dataDir)).toBeNull()
  const done = await drill({ BACKUP_PASSPHRASE: passphrase })
  expect([done.code, done.text]).toEqual([0, expect.stringContaining('The backup is sound')])
  expect(done.text).toMatch(/^ +1 {2}users$/m)
  expect(await lastDrill(dataDir)).not.toBeNull()
  // No database was made in the data folder.
  expect((await readdir(dataDir)).sort()).toEqual(['backups'])

  await asFixture(() => t.deps.db.script('update users set total_points = 7'))
  await keep('2026-03-11T02:15:00.000Z')
  const wrong = await drill({ BACKUP_PASSPHRASE: passphrase })
  expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('NOT sound: 2 violations')])
})
