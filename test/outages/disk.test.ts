import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLive, isReady } from '#contract/health.schema.ts'
import { recentInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { scrape, seriesValue } from '#test/support/scrape.ts'

let t: TestApp
let member: TestMember

beforeEach(async () => {
  t = await startTestApp()
  member = await t.member('ana.lima')
})

afterEach(() => t.close())

/** The database answers a write to this table as it does on a full disk. */
async function fillDisk(table: string, moment: 'at the write' | 'at the commit'): Promise<void> {
  const kind =
    moment === 'at the write'
      ? `trigger test_disk_full before insert on ${table}`
      : `constraint trigger test_disk_full after insert on ${table} deferrable initially deferred`
  await t.deps.db.script(
    `create or replace function test_disk_full() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
     create ${kind} for each row execute function test_disk_full()`,
  )
}

const freeSpace = (table: string) => t.deps.db.script(`drop trigger test_disk_full on ${table}`)

test.each([
  ['interactions', 'at the write'],
  ['ledger', 'at the write'],
  ['activities', 'at the commit'],
] as const)(
  'on a full disk a write to %s is refused %s, reads go on, and nothing is half done',
  {
    tags: ['outage-disk', 'f-07'],
  },
  async (table, moment) => {
    const postId = await insertPost(t.deps)
    const report = () =>
      t.request('POST', reportInteraction.path, member, { postId, interactionType: 'like' })
    await fillDisk(table, moment)
    const refused = await report()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.text).not.toMatch(/space|device|trigger/i)
    const counted = { route: reportInteraction.path, status: '503' }
    const answers = 'ovation_http_request_duration_seconds_count'
    expect(seriesValue(await scrape(t), answers, counted)).toBeGreaterThan(0)

    expect((await t.call(listPosts, { as: member })).status).toBe(200)
    expect((await t.call(isLive)).status).toBe(200)
    expect((await t.call(isReady)).status).toBe(200)
    expect((await t.call(recentInteractions, { as: member })).answer).toMatchObject({ data: [] })
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])

    await freeSpace(table)
    expect((await report()).status).toBe(200)
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  },
)
