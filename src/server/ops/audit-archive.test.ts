import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAuditEntry } from '#server/access/audit.ts'
import type { Db } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'
import { freshDatabase } from '#test/support/database.ts'
import { archiveAudit } from './audit-archive.ts'

const now = new Date('2026-06-10T10:00:00.000Z')
const listEntries = statement<{ action: string; details: unknown }>(
  'test_audit_entries',
  'select action, details from audit_entries order by created_at, id',
)
let db: Db
let folder = ''
let path = ''

beforeAll(async () => {
  db = (await freshDatabase()).db
  folder = await mkdtemp(join(tmpdir(), 'ovation-archive-'))
})
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'ovation-archive-'))
  path = join(folder, 'audit.jsonl.gz')
})
afterEach(() =>
  db.script(`begin; set local session_replication_role = replica; truncate audit_entries; commit`),
)
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const note = (action: string, at: string) =>
  insertAuditEntry(db, {
    actorId: null,
    action,
    details: { words: 'Zoë\u2028\n' },
    ip: '192.0.2.1',
    at: new Date(at),
  })
const actions = async () => (await db.run(listEntries, [])).map(({ action }) => action)
const linesIn = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)

test('entries older than a year go into a file for its owner only, and one entry says so', {
  tags: ['audit-archived'],
}, async () => {
  for (let nth = 0; nth < 1_100; nth++) await note(`old.${nth}`, '2025-01-01T00:00:00Z')
  await note('edge.old', '2025-06-09T09:59:59.999Z')
  await note('edge.new', '2025-06-09T10:00:00.000Z')
  await note('fresh.one', '2026-06-01T00:00:00Z')
  expect(await archiveAudit(db, path, now)).toBe(1_101)
  expect(await actions()).toEqual(['edge.new', 'fresh.one', 'audit.archive'])
  const details = { entries: 1_101, before: '2025-06-09T10:00:00.000Z', file: 'audit.jsonl.gz' }
  expect((await db.run(listEntries, [])).at(-1)?.details).toEqual(details)
  const lines = await linesIn(path)
  expect(lines).toHaveLength(1_101)
  expect(lines[0]).toEqual({
    id: expect.any(String),
    actorId: null,
    action: 'old.0',
    subject: null,
    details: { words: 'Zoë\u2028\n' },
    ip: '192.0.2.1',
    createdAt: '2025-01-01T00:00:00.000Z',
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('without old entries no file is written and nothing is recorded', async () => {
  await note('fresh.one', '2026-06-01T00:00:00Z')
  expect(await archiveAudit(db, path, now)).toBe(0)
  expect(await actions()).toEqual(['fresh.one'])
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('a file that is there is not overwritten, and one that cannot be written deletes nothing', async () => {
  await note('old.one', '2025-01-01T00:00:00Z')
  await writeFile(path, 'an earlier archive')
  await expect(archiveAudit(db, path, now)).rejects.toThrow('is there already')
  await expect(archiveAudit(db, join(folder, 'nowhere', 'x.gz'), now)).rejects.toThrow('ENOENT')
  expect(await readFile(path, 'utf8')).toBe('an earlier archive')
  expect(await actions()).toEqual(['old.one'])
})

test('outside of the archive, and within the year, the database refuses to delete entries', async () => {
  await note('old.one', '2025-01-01T00:00:00Z')
  await expect(db.script('delete from audit_entries')).rejects.toMatchObject({ code: '23001' })
  // The database asks its own clock, which a test cannot set: an entry of the far future is never a year old.
  await note('fresh.one', '2999-01-01T00:00:00Z')
  await expect(archiveAudit(db, path, new Date('3001-01-01T00:00:00Z'))).rejects.toMatchObject({
    code: '23001',
  })
  expect(await actions()).toEqual(['old.one', 'fresh.one'])
})
