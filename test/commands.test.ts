import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#domain/days.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { ProjectProcess } from '#test/crash/product-process.ts'
import { preparedDump } from '#test/support/database.ts'
import { processNow } from '#test/support/process-now.ts'

// Each command is a process of its own, and opens the database from nothing.
vi.setConfig({ testTimeout: 120_000 })

const yearMs = 366 * 86_400_000
const insertEntry = statement(
  'test_insert_old_entry',
  `insert into audit_entries (id, action, subject, details, created_at) values ($1, 'contest.update', 'x', '{}', $2)`,
)
const yesterday = addDays(dayOf(processNow(), 'UTC'), -1)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-commands-'))
  const db = await openEmbedded(join(folder, 'database'), await preparedDump())
  const longAgo = new Date(processNow().getTime() - 2 * yearMs)
  for (const at of [longAgo, processNow()]) await db.run(insertEntry, [newId(), at.toISOString()])
  await db.close()
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(script: string, ...args: string[]): Promise<{ code: number | string; text: string }> {
  const command = new ProjectProcess([`scripts/${script}.ts`, ...args], { DATA_DIR: folder, TZ: 'UTC' })
  const code = await command.waitForExit()
  return { code, text: command.output }
}

const says = (text: string) => expect.stringContaining(text)

test('a day is excused from the command line, and listed there; without a day the command says how it is called', {
  tags: ['f-22'],
}, async () => {
  const excused = await run('streaks', 'excuse', '--day', yesterday, '--reason', 'outage')
  expect(excused).toEqual({ code: 0, text: says(`${yesterday} is excused`) })
  expect(await run('streaks', 'list')).toEqual({ code: 0, text: says(`${yesterday}  outage`) })
  expect(await run('streaks', 'excuse')).toEqual({ code: 1, text: says('npm run streaks -- excuse --day') })
})

test('old entries of the audit trail are moved into a file that only its owner reads, and no file is overwritten', async () => {
  const file = join(folder, 'old.jsonl.gz')
  expect(await run('archive-audit', file)).toEqual({ code: 0, text: says(`Moved 1 entries to ${file}.`) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ action: 'contest.update' }])
  expect(await run('archive-audit', file)).toEqual({ code: 1, text: says('is there already') })
})
