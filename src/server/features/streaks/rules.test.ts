import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getStreakLeaders } from '#contract/leaderboard.schema.ts'
import {
  getOwnStreak,
  getStreakRules,
  putOwnStreak,
  putStreakRules,
  repairStreak,
} from '#contract/streaks.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay, startOfDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { excuseDay, readOwnStreak, recountStreaks } from './commands.ts'

let t: TestApp
let admin: TestMember
let serial = 0
const zone = 'Europe/Berlin'

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-02T08:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    environment: { WORKSPACE_TIME_ZONE: zone },
  })
  admin = await t.member('the.admin', 'admin')
})
afterEach(async () => {
  expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  await t.deps.db.script(`delete from streak_rules; delete from holidays; delete from excused_days;
    update users set streak_last_day = '2026-01-01' where streak_last_day is null and total_engagements > 0`)
  await recountStreaks(t.deps, () => false)
})
afterAll(() => t.close())

/** The hour of a day in a zone, in summer and winter time alike as long as no clock changes before it. */
const at = (day: string, hour = 12, timeZone = zone) =>
  t.clock.set(new Date(startOfDay(asDay(day), timeZone).getTime() + hour * 3_600_000).toISOString())
const reportNow = async (as: TestMember) => {
  t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  const { status, answer } = await t.call(reportInteraction, { as, body })
  expect(status).toBe(200)
  return answer.id
}
const reporter = async (...days: string[]) => {
  const member = await t.member(`member.${++serial}`)
  for (const day of days) {
    at(day)
    await reportNow(member)
  }
  return member
}
const save = (body: object, as: TestMember | null = admin) => t.call(putStreakRules, { as, body })
const rule = async (body: object) => expect((await save(body)).status).toBe(200)
const mine = async (as: TestMember) => (await t.call(getOwnStreak, { as })).answer.data
const change = (as: TestMember, body: object) => t.call(putOwnStreak, { as, body })
const lengths = async (as: TestMember) => {
  const { currentStreak, longestStreak } = (await t.call(getCurrentUser, { as })).answer.data
  return [currentStreak, longestStreak]
}
const kept = async (as: TestMember) => {
  const { keptAliveBy, todayNeeds } = await mine(as)
  return [keptAliveBy, todayNeeds]
}

describe('working days', () => {
  it('keep a streak over the weekend, on which a report does not count', {
    tags: ['streak-working-days'],
  }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days' })
    const member = await reporter('2026-03-05', '2026-03-06')
    at('2026-03-07')
    expect([await lengths(member), await kept(member)]).toEqual([
      [2, 2],
      ['weekend', null],
    ])
    await reportNow(member)
    expect([await lengths(member), await kept(member)]).toEqual([
      [2, 2],
      ['weekend', null],
    ])
    expect((await t.call(getCurrentUser, { as: member })).answer.data.hasReportedToday).toBe(true)
    at('2026-03-09', 8)
    expect([await lengths(member), await kept(member)]).toEqual([
      [2, 2],
      ['weekend', 'report'],
    ])
    await reportNow(member)
    await reportNow(member)
    expect([await lengths(member), await kept(member)]).toEqual([
      [3, 3],
      ['report', null],
    ])
    at('2026-03-11')
    expect([await lengths(member), await kept(member)]).toEqual([
      [0, 3],
      [null, 'report'],
    ])
  })

  it('follow holidays, also one that is entered when it is over', { tags: ['streak-holidays'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days', holidays: ['2026-03-04'] })
    const member = await reporter('2026-03-03')
    const late = await reporter('2026-03-03', '2026-03-04', '2026-03-05')
    at('2026-03-04', 20)
    expect([await lengths(member), await kept(member)]).toEqual([
      [1, 1],
      ['holiday', null],
    ])
    at('2026-03-06')
    expect(await lengths(member)).toEqual([0, 1])
    expect(await lengths(late)).toEqual([2, 2])
    await rule({ holidays: ['2026-03-04', '2026-03-05'] })
    // The day gives back the streak that it had broken, and takes no report from anybody.
    expect(await lengths(member)).toEqual([1, 1])
    expect(await lengths(late)).toEqual([2, 2])
    await rule({ holidays: [] })
    expect((await t.call(getStreakRules, { as: admin })).answer.data.holidays).toEqual([])
    expect(await lengths(member)).toEqual([1, 1])
  })

  it('hold from the day on which they are chosen, and no day before is judged anew', {
    tags: ['streak-working-days'],
  }, async () => {
    const member = await reporter('2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09')
    const broken = await reporter('2026-03-06')
    at('2026-03-09', 20)
    await rule({ mode: 'working_days' })
    expect([await lengths(member), await lengths(broken)]).toEqual([
      [4, 4],
      [0, 1],
    ])
    at('2026-03-13')
    await rule({ mode: 'every_day' })
    expect((await t.call(getStreakRules, { as: admin })).answer.data).toMatchObject({ mode: 'every_day' })
  })

  it('show the streaks that stand among the leaders', { tags: ['streak-working-days'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days' })
    const days = ['2026-03-12', '2026-03-13']
    const member = await reporter('2026-03-09', '2026-03-10', '2026-03-11', ...days)
    at('2026-03-16', 1)
    const leaders = (await t.call(getStreakLeaders, { as: admin })).answer.data
    expect(leaders[0]).toMatchObject({ id: member.id, currentStreak: 5 })
  })
})

describe('away days', () => {
  it('keep a streak, ahead and up to seven days back', { tags: ['streak-away'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days' })
    const member = await reporter('2026-03-03', '2026-03-06')
    expect(await lengths(member)).toEqual([1, 1])
    const { answer } = await change(member, {
      awayDays: ['2026-03-10', '2026-03-05', '2026-03-04', '2026-03-09'],
    })
    expect(answer.data).toMatchObject({
      awayDays: ['2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10'],
      current: 2,
      keptAliveBy: 'report',
    })
    at('2026-03-10')
    expect([await lengths(member), await kept(member)]).toEqual([
      [2, 2],
      ['away', null],
    ])
    at('2026-03-11')
    expect([await lengths(member), await kept(member)]).toEqual([
      [2, 2],
      ['away', 'report'],
    ])
    at('2026-03-20')
    expect((await change(member, { awayDays: ['2026-03-13'] })).status).toBe(200)
    const refused = await change(member, { awayDays: ['2026-03-12', '2026-03-13'] })
    expect([refused.status, refused.error.issues]).toEqual([
      400,
      [{ path: 'awayDays.0', message: 'You can go back at most 7 days: to 2026-03-13' }],
    ])
  })

  it('can be for a whole year, and are nobody else’s', { tags: ['streak-away'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days' })
    const [member, other] = [await reporter('2026-03-03'), await reporter('2026-03-03')]
    const year = Array.from({ length: 366 }, (_, nth) =>
      new Date(Date.UTC(2026, 2, 4 + nth)).toISOString().slice(0, 10),
    )
    expect((await change(member, { awayDays: year })).status).toBe(200)
    at('2027-03-04')
    const streaks = await Promise.all([member, other].map(({ id }) => readOwnStreak(t.deps, id)))
    expect(streaks.map(({ current }) => current)).toEqual([1, 0])
  })
})

describe('a freeze', () => {
  it('is earned by ten reports of a month, is used by itself, and does not count', {
    tags: ['streak-freeze'],
  }, async () => {
    at('2026-03-02')
    await rule({ freezes: true })
    const member = await t.member(`member.${++serial}`)
    for (let nth = 0; nth < 9; nth += 1) await reportNow(member)
    expect(await mine(member)).toMatchObject({ freezes: 0, current: 1 })
    const tenth = await reportNow(member)
    expect(await mine(member)).toMatchObject({ freezes: 1 })
    expect((await t.call(undoInteraction, { as: member, params: { id: tenth } })).status).toBe(200)
    expect(await mine(member)).toMatchObject({ freezes: 0 })
    await reportNow(member)
    at('2026-03-04')
    expect(await mine(member)).toMatchObject({
      freezes: 0,
      current: 1,
      keptAliveBy: 'freeze',
      todayNeeds: 'report',
    })
    expect((await mine(member)).days.find(({ day }) => day === '2026-03-03')).toMatchObject({
      state: 'freeze',
    })
    await reportNow(member)
    expect(await lengths(member)).toEqual([2, 2])
    at('2026-03-06')
    expect(await lengths(member)).toEqual([0, 2])
  })
})

describe('freezes that are switched on during a day', () => {
  it('are earned by the reports that follow on it', { tags: ['streak-freeze'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days', freezes: false })
    const member = await reporter('2026-03-03')
    await reportNow(member)
    await rule({ freezes: true })
    for (let nth = 0; nth < 8; nth += 1) await reportNow(member)
    expect(await mine(member)).toMatchObject({ freezes: 1 })
    at('2026-03-05')
    expect([await lengths(member), await kept(member)]).toEqual([
      [1, 1],
      ['freeze', 'report'],
    ])
  })
})

describe('a repair', () => {
  it('takes three reports on the day after, and gives back the streak', {
    tags: ['streak-repair'],
  }, async () => {
    at('2026-03-01')
    await rule({ freezes: true })
    const member = await reporter('2026-03-02', '2026-03-03')
    at('2026-03-05')
    expect(await mine(member)).toMatchObject({
      current: 0,
      repair: { day: '2026-03-04', length: 2, reportsLeft: 3, until: '2026-03-05T23:00:00.000Z' },
    })
    const tooFew = await t.call(repairStreak, { as: member })
    expect([tooFew.status, tooFew.error.message]).toEqual([
      409,
      'Make 3 more reports today to repair your streak of 2 days',
    ])
    for (let nth = 0; nth < 3; nth += 1) await reportNow(member)
    const { answer } = await t.call(repairStreak, { as: member })
    expect(answer.data).toMatchObject({ current: 3, repair: null, keptAliveBy: 'report' })
    expect(await lengths(member)).toEqual([3, 3])
    expect((await t.call(repairStreak, { as: member })).status).toBe(409)
  })

  it('comes too late after 24 hours, and is none by the default rules', {
    tags: ['streak-repair'],
  }, async () => {
    at('2026-03-01')
    await rule({ freezes: true })
    const member = await reporter('2026-03-02')
    at('2026-03-05')
    for (let nth = 0; nth < 3; nth += 1) await reportNow(member)
    expect((await t.call(repairStreak, { as: member })).status).toBe(409)
    await rule({ freezes: false })
    const plain = await reporter('2026-03-05')
    at('2026-03-07')
    for (let nth = 0; nth < 3; nth += 1) await reportNow(plain)
    expect((await mine(plain)).repair).toBeNull()
    expect((await t.call(repairStreak, { as: plain })).status).toBe(409)
  })

  it('happens once when it is asked for twice at once', { tags: ['streak-repair'] }, async () => {
    at('2026-03-01')
    await rule({ freezes: true })
    const member = await reporter('2026-03-02', '2026-03-04', '2026-03-04', '2026-03-04')
    const answers = await Promise.all([
      t.call(repairStreak, { as: member }),
      t.call(repairStreak, { as: member }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await lengths(member)).toEqual([2, 2])
  })
})

describe('a time zone', () => {
  it('decides a member’s day, and never makes one twice nor loses one', {
    tags: ['streak-zone'],
  }, async () => {
    const member = await reporter('2026-03-03')
    expect((await change(member, { timeZone: 'Pacific/Kiritimati' })).answer.data).toMatchObject({
      timeZone: 'Pacific/Kiritimati',
      ownZone: 'Pacific/Kiritimati',
      current: 1,
    })
    // Noon in Berlin is already the next day there.
    await reportNow(member)
    expect(await mine(member)).toMatchObject({ today: '2026-03-04', current: 2, keptAliveBy: 'report' })
    await change(member, { timeZone: 'Pacific/Niue' })
    await reportNow(member)
    // The third day has come back: its report is there already.
    expect(await mine(member)).toMatchObject({ today: '2026-03-03', current: 2 })
    at('2026-03-04', 12, 'Pacific/Niue')
    await reportNow(member)
    expect(await lengths(member)).toEqual([2, 2])
    at('2026-03-05', 12, 'Pacific/Niue')
    await reportNow(member)
    expect(await lengths(member)).toEqual([3, 3])
    at('2026-03-06', 12, 'Pacific/Niue')
    await change(member, { timeZone: 'Pacific/Kiritimati' })
    // The sixth is cut short, without any time to report.
    expect(await mine(member)).toMatchObject({ today: '2026-03-07', current: 3, todayNeeds: 'report' })
    await reportNow(member)
    expect(await lengths(member)).toEqual([4, 4])
    expect((await change(member, { timeZone: null })).answer.data).toMatchObject({
      timeZone: zone,
      ownZone: null,
    })
  })

  it('lets a streak end when the member’s own day does, for the leaders too', {
    tags: ['streak-zone'],
  }, async () => {
    const member = await reporter()
    at('2026-03-20', 12, 'Pacific/Niue')
    await change(member, { timeZone: 'Pacific/Niue' })
    for (const day of ['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23', '2026-03-24', '2026-03-25']) {
      at(day, 12, 'Pacific/Niue')
      await reportNow(member)
    }
    const standing = async () => {
      await t.deps.db.transaction(async (tx) => tx.announce({ topics: ['streaks'] }))
      const leaders = (await t.call(getStreakLeaders, { as: admin })).answer.data
      return leaders.find(({ id }) => id === member.id)?.currentStreak
    }
    at('2026-03-26', 23.9, 'Pacific/Niue')
    expect([await standing(), (await lengths(member))[0]]).toEqual([6, 6])
    at('2026-03-27', 0, 'Pacific/Niue')
    expect([await standing(), (await lengths(member))[0]]).toEqual([0, 0])
  })

  it('is one that exists', { tags: ['streak-zone'] }, async () => {
    const member = await reporter()
    for (const timeZone of ['Europe/Atlantis', '', '+02:00', 'UTC; drop table users', 7]) {
      const { status, error } = await change(member, { timeZone })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'timeZone'])
    }
  })
})

describe('the rules', () => {
  it('begin as the specification says', { tags: ['streak-rules'] }, async () => {
    expect((await t.call(getStreakRules, { as: admin })).answer.data).toEqual({
      mode: 'every_day',
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      freezes: false,
    })
    const member = await reporter('2026-03-03')
    expect(await mine(member)).toMatchObject({
      timeZone: zone,
      awayDays: [],
      freezes: 0,
      keptAliveBy: 'report',
    })
  })

  it('are in the audit trail, in order and once', { tags: ['streak-rules'] }, async () => {
    at('2026-03-02')
    const body = {
      mode: 'working_days',
      workingDays: [4, 1, 4],
      holidays: ['2026-05-02', '2026-05-01'],
      freezes: true,
    }
    const saved = {
      mode: 'working_days',
      workingDays: [1, 4],
      holidays: ['2026-05-01', '2026-05-02'],
      freezes: true,
    }
    expect((await save(body)).answer.data).toEqual(saved)
    await save(body)
    const listActs = statement<{ details: { after: unknown } }>(
      'test_streak_acts',
      `select details from audit_entries where action = 'streaks.update' and details->'after'->'workingDays' = '[1, 4]'`,
    )
    expect((await t.deps.db.run(listActs, [])).map(({ details }) => details.after)).toEqual([saved])
  })

  it.each([
    ['mode', { mode: 'sometimes' }],
    ['workingDays', { workingDays: [] }],
    ['workingDays.0', { workingDays: [0] }],
    ['workingDays', { workingDays: 'Monday' }],
    ['holidays.0', { holidays: ['2026-02-30'] }],
    ['holidays.1', { holidays: ['2026-05-01', '1 May'] }],
    ['holidays', { holidays: Array.from({ length: 1_001 }, () => '2026-05-01') }],
    ['freezes', { freezes: 'yes' }],
    [
      'holidays',
      {
        holidays: Array.from({ length: 365 }, (_, nth) =>
          new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10),
        ),
      },
    ],
  ])('refuse a wrong %s and name it', { tags: ['streak-rules'] }, async (path, body) => {
    const { status, error } = await save(body)
    expect([status, error.issues?.[0]?.path]).toEqual([400, path])
  })

  it('are for administrators', { tags: ['streak-rules'] }, async () => {
    const member = await reporter()
    expect((await save({ freezes: true }, member)).status).toBe(403)
    expect((await save({ freezes: true }, null)).status).toBe(401)
    expect((await t.call(getOwnStreak, { as: null })).status).toBe(401)
  })

  it('leave an excused day as it is', { tags: ['streak-excused'] }, async () => {
    at('2026-03-02')
    await rule({ mode: 'working_days' })
    const member = await reporter('2026-03-03')
    at('2026-03-05')
    await excuseDay(t.deps, { day: '2026-03-04', reason: 'outage' })
    await reportNow(member)
    expect(await lengths(member)).toEqual([2, 2])
    expect((await mine(member)).days.find(({ day }) => day === '2026-03-04')).toMatchObject({
      state: 'excused',
    })
  })
})
