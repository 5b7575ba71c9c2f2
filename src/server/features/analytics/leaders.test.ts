import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAnalytics } from '#contract/analytics.schema.ts'
import type { Analytics } from '#contract/analytics.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { asDay } from '#domain/days.ts'
import { col, query } from '#server/db/query.ts'
import { users } from '#server/db/schema/people.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { countLeaders } from './commands.ts'

const today = asDay('2026-03-11')
let t: TestApp
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T12:30:00Z') })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())

const read = async (): Promise<Analytics['period']> =>
  (await t.call(getAnalytics, { as: admin, query: { days: 7 } })).answer.data.period
const report = (as: TestMember, postId: string, interactionType: string) =>
  t.call(reportInteraction, { as, body: { postId, interactionType } })

describe('a period with very many reports', () => {
  it('has its most engaged members counted by a job, without those who left since', async () => {
    const [ana, ben] = [await t.member('ana.lima'), await t.member('ben.okafor')]
    const post = await insertPost(t.deps, { platform: 'tiktok' })
    await report(ana, post, 'like')
    await report(ana, post, 'comment')
    await report(ben, post, 'like')
    expect((await read()).topMembersAt).toBe(null)
    await countLeaders(t.deps)
    expect((await read()).topMembersAt).toBe(null)
    // As if others had made that many.
    await plantReports(t.deps.db, { today: today })
    await countLeaders(t.deps)
    await report(ben, post, 'comment')
    await report(ben, post, 'share')
    t.clock.advance(60_000)
    const period = await read()
    expect(period.topMembers.map(({ id, reports }) => [id, reports])).toEqual([
      [ana.id, 2],
      [ben.id, 1],
    ])
    expect(period.topMembersAt).toBe(new Date(t.clock.now().getTime() - 60_000).toISOString())
    await t.deps.db.orm.update(users).set({ disabledAt: t.clock.now() }).where(eq(users.id, ana.id))
    t.deps.cache.forgetAll()
    expect((await read()).topMembers.map(({ id }) => id)).toEqual([ben.id])
    await countLeaders(t.deps)
    t.deps.cache.forgetAll()
    expect((await read()).topMembers.map(({ id, reports }) => [id, reports])).toEqual([[ben.id, 3]])
  })
})

const plantReports = query({
  name: 'test_plant_reports',
  sql: `insert into daily_figures values ($today, 'like', 200000)
   on conflict (day, figure) do update set amount = 200000`,
  params: { today: col.day },
})
