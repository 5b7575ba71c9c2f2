import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPreviousWinners } from '#contract/contests.schema.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { scrape, seriesValue } from '#test/support/scrape.ts'

const hourMs = 3_600_000

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-01-31T23:30:00Z') })
  ana = await t.member('ana.lima')
})

afterAll(async () => {
  expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  await t.close()
})

const countAwards = statement<{ ledger: number; badges: number }>(
  'test_count_awards',
  `select (select count(*)::int from ledger where user_id = $1) as ledger,
     (select count(*)::int from earned_achievements where user_id = $1) as badges`,
)
const awards = () => t.deps.db.run(countAwards, [ana.id])
const report = (postId: string) =>
  t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } })

test('a clock that jumps an hour ahead and back awards nothing twice and ends no session', {
  tags: ['outage-clock', 'f-08'],
}, async () => {
  const postId = await insertPost(t.deps)
  expect((await report(postId)).status).toBe(200)
  const awarded = await awards()
  for (const jumpMs of [hourMs, -hourMs, -hourMs, hourMs]) {
    t.clock.advance(jumpMs)
    expect((await report(postId)).status).toBe(409)
    expect((await t.call(getCurrentUser, { as: ana })).status).toBe(200)
    expect(await awards()).toEqual(awarded)
  }
  expect(seriesValue(await scrape(t), 'ovation_ledger_mismatches')).toBe(0)
})

test('an undo is refused while the clock stands an hour ahead', {
  tags: ['outage-clock', 'f-08'],
}, async () => {
  expect((await report(await insertPost(t.deps))).status).toBe(200)
  const { answer } = await t.call(recentInteractions, { as: ana })
  const id = answer.data[0]?.id ?? ''
  t.clock.advance(hourMs)
  expect((await t.call(undoInteraction, { as: ana, params: { id } })).status).toBe(410)
  t.clock.advance(-hourMs)
  expect((await t.call(undoInteraction, { as: ana, params: { id } })).status).toBe(200)
})

test('a contest is closed once, although its end comes twice', {
  tags: ['outage-clock', 'f-08'],
}, async () => {
  await insertContest(t.deps, { startDate: asDay('2026-01-01'), endDate: asDay('2026-01-31') })
  expect((await report(await insertPost(t.deps))).status).toBe(200)
  t.clock.advance(hourMs)
  await closeEndedContests(t.deps)
  const winners = (await t.call(listPreviousWinners, { as: ana })).answer
  const awarded = await awards()
  expect(JSON.stringify(winners)).toContain('Spring contest')
  for (const jumpMs of [-hourMs, hourMs]) {
    t.clock.advance(jumpMs)
    await closeEndedContests(t.deps)
    expect((await t.call(listPreviousWinners, { as: ana })).answer).toEqual(winners)
    expect(await awards()).toEqual(awarded)
  }
})
