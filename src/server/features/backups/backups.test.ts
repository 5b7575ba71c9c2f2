import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBackups, putBackups, startBackup } from '#contract/backups.schema.ts'
import { statement } from '#server/db/handle.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { noteDrill } from '#server/ops/backup-folder.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { keepBackup, writeScheduledBackup } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
let t: TestApp
let admin: TestMember
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ovation-backups-'))
  t = await startTestApp({
    clock: testClock(start),
    environment: { DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'eleven lanterns over still water' },
    limits: { perMember: 10_000, probesPerMember: 10_000 },
  })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  t.clock.set(start)
  await t.deps.db.script("delete from settings where key like 'backup%'")
})
afterEach(() => rm(join(dataDir, 'backups'), { recursive: true, force: true }))

const read = async () => (await t.call(getBackups, { as: admin })).answer.data
const save = (body: unknown, as: TestMember | null = admin) => t.call(putBackups, { as, body })
const files = () => readdir(join(dataDir, 'backups')).catch(() => [])
const acts = async () =>
  (
    await t.deps.db.run(
      statement<{ act: string }>(
        'test_backup_acts',
        `select concat_ws(' ', action, details) as act from audit_entries where action like 'backups%' order by id`,
      ),
      [],
    )
  ).map(({ act }) => act)

describe('the nightly backup', () => {
  test('is on for the embedded database and off for PostgreSQL', { tags: ['backups-nightly'] }, async () => {
    expect(await read()).toEqual({
      isNightly: t.deps.db.engine === 'pglite',
      isEncrypted: true,
      lastSuccessAt: null,
      lastFailure: null,
      lastDrillAt: null,
    })
  })

  test('is switched on and off, with one line of the audit trail for each change', {
    tags: ['backups-nightly'],
  }, async () => {
    await save({ isNightly: true })
    const before = (await acts()).length
    for (const isNightly of [false, false, true]) {
      expect((await save({ isNightly })).answer.data.isNightly).toBe(isNightly)
      expect((await read()).isNightly).toBe(isNightly)
    }
    expect((await acts()).slice(before)).toEqual([
      'backups.update {"after": {"isNightly": false}, "before": {"isNightly": true}}',
      'backups.update {"after": {"isNightly": true}, "before": {"isNightly": false}}',
    ])
  })

  test('writes only while it is switched on', { tags: ['backups-nightly'] }, async () => {
    await save({ isNightly: false })
    await writeScheduledBackup(t.deps, {})
    expect([await files(), (await read()).lastSuccessAt]).toEqual([[], null])
    await save({ isNightly: true })
    await writeScheduledBackup(t.deps, {})
    expect(await files()).toEqual(['2026-03-11T10-00-00.000Z.backup.gz.age'])
    expect((await read()).lastSuccessAt).toBe(start)
  })

  test('names a wrong field', async () => {
    const reply = await save({ isNightly: 'yes' })
    expect(reply.status).toBe(400)
    expect(reply.error.issues).toEqual([{ path: 'isNightly', message: 'Must be true or false' }])
  })
})

describe('a backup', () => {
  test('that an administrator asks for is written by the job, also while the nightly one is off', {
    tags: ['backups-now'],
  }, async () => {
    await save({ isNightly: false })
    await t.deps.jobs.work(
      jobHandlers.filter(({ queue }) => queue === 'backups.write'),
      t.deps,
    )
    const before = (await acts()).length
    expect((await t.call(startBackup, { as: admin })).answer.data.lastSuccessAt).toBeNull()
    await vi.waitFor(async () => expect((await read()).lastSuccessAt).toBe(start), { timeout: 45_000 })
    expect(await files()).toHaveLength(1)
    expect((await acts()).slice(before)).toEqual(['backups.start {}'])
  })

  test('deletes the outdated ones', async () => {
    for (let day = 1; day <= 9; day++) {
      t.clock.set(`2026-03-0${day}T02:15:00.000Z`)
      await writeScheduledBackup(t.deps, { isAsked: true })
    }
    // Seven days, and the last of each of the two weeks, of which one is among the seven.
    expect((await files()).map((name) => name.slice(8, 10))).toEqual([
      '01',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
    ])
  })

  test('that fails says when and why, until one succeeds', { tags: ['backups-last'] }, async () => {
    await writeFile(join(dataDir, 'backups'), 'in the way')
    await expect(writeScheduledBackup(t.deps, { isAsked: true })).rejects.toThrow('EEXIST')
    expect((await read()).lastFailure).toEqual({ at: start, reason: 'folder' })
    expect(JSON.stringify(await read())).not.toContain(dataDir)
    await rm(join(dataDir, 'backups'))
    t.clock.advance(60_000)
    await keepBackup(t.deps.db, t.deps.config, t.clock.now())
    expect(await read()).toMatchObject({ lastFailure: null, lastSuccessAt: '2026-03-11T10:01:00.000Z' })
  })

  test('that was restored as a drill is on record', { tags: ['backups-last'] }, async () => {
    await noteDrill(dataDir, new Date('2026-03-10T09:00:00.000Z'))
    expect((await read()).lastDrillAt).toBe('2026-03-10T09:00:00.000Z')
  })
})

test('only administrators see and change the backups', { tags: ['backups-rights'] }, async () => {
  const others = [await t.member('ana.lima'), await t.member('mo.diaz', 'moderator')]
  for (const as of others) {
    expect((await t.call(getBackups, { as })).status).toBe(403)
    expect((await save({ isNightly: false }, as)).status).toBe(403)
    expect((await t.call(startBackup, { as })).status).toBe(403)
  }
  expect((await t.call(getBackups)).status).toBe(401)
  expect((await save({ isNightly: false }, null)).status).toBe(401)
  expect((await t.call(startBackup)).status).toBe(401)
})
