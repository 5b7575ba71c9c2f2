import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { excuseDay } from './commands.ts'
import { listExcusedDays } from './store.ts'

let t: TestApp
let serial = 0
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-01T10:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    environment: { WORKSPACE_TIME_ZONE: 'Pacific/Auckland' },
  })
  t.deps.live.listen((announcement) => announced.push(announcement))
})
beforeEach(async () => {
  await t.deps.db.script('delete from excused_days')
  await t.deps.db.script('update users set streak_last_day = null, current_streak = 0, longest_streak = 0')
})
afterAll(() => t.close())

// 23:30 in Auckland, on the same day in UTC.
const at = (day: string) => t.clock.set(`${day}T10:30:00Z`)
const report = async (as: TestMember, day: string) => {
  at(day)
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const reporter = async (...days: string[]) => {
  const member = await t.member(`member.${++serial}`)
  for (const day of days) await report(member, day)
  return member
}
const streakOf = async (as: TestMember) => {
  const { currentStreak, longestStreak } = (await t.call(getCurrentUser, { as })).answer.data
  return [currentStreak, longestStreak]
}
const excuse = (day: string, reason = 'outage') => excuseDay(t.deps, { day, reason })
const listAudit = statement<{ subject: string; details: unknown; actorId: string | null }>(
  'test_excuse_audit',
  `select subject, details, actor_id as "actorId" from audit_entries where action = 'streaks.excuse' order by id`,
)
const violationsOf = async (...members: TestMember[]) => {
  const found = (await verify(t.deps.db)).find(({ name }) => name === 'streaks')?.violations ?? ['no check']
  return found.filter((line) => members.some(({ id }) => line.includes(id)))
}

describe('an excused day', () => {
  it('gives back the streaks that it broke, keeps those that stand, and announces whose changed', {
    tags: ['streak-excused', 'inv-08', 'f-22'],
  }, async () => {
    const broken = await reporter('2026-03-01', '2026-03-02', '2026-03-04')
    const waiting = await reporter('2026-03-01', '2026-03-02')
    const lost = await reporter('2026-03-01')
    const whole = await reporter('2026-03-02', '2026-03-03', '2026-03-04')
    at('2026-03-04')
    expect(await Promise.all([broken, waiting, lost, whole].map(streakOf))).toEqual([
      [1, 2],
      [0, 2],
      [0, 1],
      [3, 3],
    ])
    announced.length = 0
    expect(await excuse('2026-03-03')).toBe(2)
    expect(
      announced.map(({ topics, members }) => ({ topics, members: [...(members ?? [])].sort() })),
    ).toEqual([{ topics: ['streaks', 'account'], members: [broken.id, waiting.id].sort() }])
    expect(await Promise.all([broken, waiting, lost, whole].map(streakOf))).toEqual([
      [3, 3],
      [2, 2],
      [0, 1],
      [3, 3],
    ])
    const details = { reason: 'outage', members: 2 }
    expect((await t.deps.db.run(listAudit, [])).at(-1)).toEqual({
      subject: '2026-03-03',
      details,
      actorId: null,
    })
    expect(await violationsOf(broken, waiting, lost, whole)).toEqual([])
    await report(waiting, '2026-03-04')
    expect(await streakOf(waiting)).toEqual([3, 3])
    expect(await violationsOf(broken, waiting, lost, whole)).toEqual([])
  })

  it('counts once: a repeat changes nothing', { tags: ['excused-once', 'f-22'] }, async () => {
    await reporter('2026-03-02', '2026-03-04')
    at('2026-03-05')
    const counts = await Promise.all([excuse('2026-03-03'), excuse('2026-03-03'), excuse('2026-03-03')])
    expect(counts.sort()).toEqual([1, null, null])
    const entries = (await t.deps.db.run(listAudit, [])).length
    announced.length = 0
    expect(await excuse('2026-03-03', 'another reason')).toBeNull()
    expect([announced, (await t.deps.db.run(listAudit, [])).length]).toEqual([[], entries])
    expect(await listExcusedDays(t.deps.db, {})).toEqual([
      { day: '2026-03-03', reason: 'outage', createdAt: t.clock.now() },
    ])
  })

  it('stays excused when reports around it are undone, and counts if the clock goes back to it', async () => {
    const member = await reporter('2026-03-02')
    at('2026-03-04')
    await excuse('2026-03-03')
    const id = await report(member, '2026-03-04')
    expect(await streakOf(member)).toEqual([2, 2])
    expect((await t.call(undoInteraction, { as: member, params: { id } })).status).toBe(200)
    expect(await streakOf(member)).toEqual([1, 1])
    expect(await violationsOf(member)).toEqual([])
    await report(member, '2026-03-03')
    expect(await streakOf(member)).toEqual([2, 2])
    expect(await violationsOf(member)).toEqual([])
    await report(member, '2026-03-04')
    expect(await streakOf(member)).toEqual([3, 3])
    expect(await violationsOf(member)).toEqual([])
  })

  it('of more members than one batch changes each of them', async () => {
    const model = await reporter('2026-03-01', '2026-03-03')
    const copy = `insert into users (id, username, display_name, tracking_code, reached_at, created_at, streak_last_day)
      select gen_random_uuid(), 'copy.' || n, 'Copy', 'copy' || n, $1::timestamptz, $1::timestamptz, '2026-03-01'
      from generate_series(1, 1200) n`
    await t.deps.db.run(statement('', copy), [t.clock.now().toISOString()])
    at('2026-03-04')
    // The copies have no reports: what they had was wrong.
    expect(await excuse('2026-03-02')).toBe(1_201)
    expect(await streakOf(model)).toEqual([2, 2])
    await t.deps.db.script(`delete from users where username like 'copy.%'`)
  })
})

describe('a day is not excused', () => {
  it.each([
    ['today', '2026-03-10', 'outage', 'day'],
    ['a day to come', '2026-03-11', 'outage', 'day'],
    ['a day more than a year ago', '2025-03-09', 'outage', 'day'],
    ['a day that is none', '2026-02-30', 'outage', 'day'],
    ['no date', 'yesterday', 'outage', 'day'],
    ['one without a reason', '2026-03-03', '  ', 'reason'],
    ['one with a long reason', '2026-03-03', 'x'.repeat(281), 'reason'],
    ['one with a reason of two lines', '2026-03-03', 'a\nb', 'reason'],
  ])('that is %s', async (_, day, reason, path) => {
    at('2026-03-10')
    await expect(excuse(day, reason)).rejects.toMatchObject({ code: 'invalid', issues: [{ path }] })
    expect(await listExcusedDays(t.deps.db, {})).toEqual([])
  })

  it('but the oldest and the newest that may be are', async () => {
    at('2026-03-10')
    expect(await excuse('2025-03-10')).not.toBeNull()
    expect(await excuse('2026-03-09')).not.toBeNull()
  })
})
