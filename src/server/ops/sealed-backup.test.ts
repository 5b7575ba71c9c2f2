import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/handle.ts'
import { hasMigrations } from '#server/db/migrate.ts'
import { users } from '#server/db/schema/people.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { emptyDatabase } from '#test/support/older-database.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const now = new Date('2026-03-11T12:00:00.000Z')
const passphrase = 'eleven lanterns over still water'
let t: TestApp
let target: Db
let folder = ''
let backup = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-sealed-'))
  backup = join(folder, 'backup.gz.age')
  t = await startTestApp()
  // More than one of the pieces in which the format is encrypted.
  for (let nth = 0; nth < 200; nth++) await t.member(`member.${nth}`)
  await writeBackup(t.deps.db, backup, now, passphrase)
  target = await emptyDatabase()
})
afterAll(async () => {
  await target.close()
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

test('an encrypted backup shows nothing, and any program for the format opens it', {
  tags: ['backups-sealed'],
}, async () => {
  const file = await readFile(backup)
  expect(file.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(file.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const [header = ''] = gunzipSync(await decrypter.decrypt(file))
    .toString()
    .split('\n', 1)
  expect(JSON.parse(header)).toMatchObject({ format: 'ovation-backup', takenAt: now.toISOString() })
})

test.each([
  [
    'another passphrase',
    'eleven lanterns over deep water',
    'is not the passphrase that it was encrypted with',
  ],
  ['no passphrase', null, 'it is encrypted: set BACKUP_PASSPHRASE'],
])(
  'with %s nothing is written, and the error says so',
  {
    tags: ['backups-sealed'],
  },
  async (_, wrong, message) => {
    await expect(restoreBackup(target, backup, wrong)).rejects.toThrow(message)
    expect(await hasMigrations(target)).toBe(false)
  },
)

test('a file that was cut or changed restores nothing', async () => {
  const file = await readFile(backup)
  const changed = Buffer.from(file)
  changed[file.length - 40] = (file[file.length - 40] ?? 0) ^ 1
  for (const [name, content] of [
    ['cut', file.subarray(0, -40)],
    ['changed', changed],
  ] as const) {
    const path = join(folder, name)
    await writeFile(path, content)
    await expect(restoreBackup(target, path, passphrase)).rejects.toThrow('cannot be read as a backup')
    if (await hasMigrations(target)) expect(await target.orm.select().from(users)).toEqual([])
  }
})

test('the passphrase restores it', { tags: ['backups-sealed'] }, async () => {
  await restoreBackup(target, backup, passphrase)
  expect((await target.orm.select().from(users)).length).toBe(200)
})
