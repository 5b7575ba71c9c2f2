import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { putOwnStreak, putStreakRules } from '#contract/streaks.schema.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { chooseDirect, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { markPlaces } from '../leaderboard/commands.ts'
import { tellByZone, tellDaily, tellPasses } from './commands.ts'

let t: TestApp
const never = () => false

// Berlin is an hour ahead of UTC. 11 March 2026 is a Wednesday.
beforeEach(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-09T09:00:00.000Z'),
    config: { slackBotToken: 'xoxb-1', slackTeamId: 'T1', timeZone: 'Europe/Berlin' },
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
})
afterEach(() => t.close())

const joined = async (name: string, choice = 'all') => {
  const member = await t.member(name)
  await joinSlack(t.deps, member.id, { team: 'T1', user: `U${newId().slice(-8).toUpperCase()}` })
  await chooseDirect(t.deps, member.id, choice)
  return member
}
const report = async (as: TestMember, at?: string, type = 'like') => {
  if (at) t.clock.set(at)
  else t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType: type }
  const { status, answer } = await t.call(reportInteraction, { as, body })
  expect(status).toBe(200)
  return answer.id
}
const told = async (kind: string) =>
  (await storedDirect(t.deps))
    .filter((each) => each.kind === kind)
    .map(({ userId, facts, expiresAt }) => ({ userId, facts, expiresAt: expiresAt.toISOString() }))
const zonesAt = async (...moments: string[]) => {
  for (const at of moments) {
    t.clock.set(at)
    await tellByZone(t.deps, never)
  }
}

describe('a streak that ends today', () => {
  const monday = '2026-03-09T09:00:00.000Z'
  const tuesday = '2026-03-10T09:00:00.000Z'
  const afternoon = '2026-03-11T16:00:00.000Z'

  it('is told once, from five in the afternoon on, to whoever has not reported', {
    tags: ['direct-streak'],
  }, async () => {
    const ana = await joined('ana', 'mine')
    const bo = await joined('bo', 'mine')
    const cy = await joined('cy', 'mine')
    const di = await joined('di', 'off')
    for (const at of [monday, tuesday]) for (const who of [ana, bo, di]) await report(who, at)
    await report(cy, tuesday)
    await report(bo, '2026-03-11T08:00:00.000Z')
    await zonesAt('2026-03-11T15:59:00.000Z')
    expect(await told('streak_danger')).toEqual([])
    await zonesAt(afternoon, '2026-03-11T16:10:00.000Z')
    expect(await told('streak_danger')).toEqual([
      { userId: ana.id, facts: { days: 2 }, expiresAt: '2026-03-11T23:00:00.000Z' },
    ])
    // Ana's streak has ended by the next day, and Bo's is in danger.
    await zonesAt('2026-03-12T16:00:00.000Z')
    const next = (await told('streak_danger')).slice(1)
    expect(next).toMatchObject([{ userId: bo.id, facts: { days: 3 } }])
  })

  it('is told in the zone of each member, and not once the evening is over', {
    tags: ['direct-streak'],
  }, async () => {
    const ana = await joined('ana')
    await t.call(putOwnStreak, { as: ana, body: { timeZone: 'Asia/Kathmandu' } })
    for (const at of [monday, tuesday]) await report(ana, at)
    await zonesAt('2026-03-11T11:10:00.000Z')
    expect(await told('streak_danger')).toEqual([])
    await zonesAt('2026-03-11T11:20:00.000Z', afternoon)
    expect(await told('streak_danger')).toEqual([
      { userId: ana.id, facts: { days: 2 }, expiresAt: '2026-03-11T18:15:00.000Z' },
    ])
    const late = await joined('late')
    for (const at of ['2026-03-12T09:00:00.000Z', '2026-03-13T09:00:00.000Z']) await report(late, at)
    await zonesAt('2026-03-14T20:01:00.000Z')
    expect(await told('streak_danger')).toHaveLength(1)
  })

  it('is not in danger on a day off', { tags: ['direct-streak'] }, async () => {
    const admin = await t.member('the.admin', 'admin')
    const rules = {
      mode: 'working_days',
      workingDays: [1, 2, 3, 4, 5],
      holidays: ['2026-03-11'],
      freezes: false,
    }
    const ana = await joined('ana')
    expect((await t.call(putStreakRules, { as: admin, body: rules })).status).toBe(200)
    for (const at of [monday, tuesday]) await report(ana, at)
    await zonesAt(afternoon)
    expect(await told('streak_danger')).toEqual([])
    await zonesAt('2026-03-12T16:00:00.000Z')
    expect(await told('streak_danger')).toMatchObject([{ userId: ana.id, facts: { days: 2 } }])
  })

  it('goes on where a round was broken off, and tells nobody twice', async () => {
    const ana = await joined('ana')
    for (const at of [monday, tuesday]) await report(ana, at)
    t.clock.set(afternoon)
    await tellByZone(t.deps, () => true)
    expect(await told('streak_danger')).toEqual([])
    await tellByZone(t.deps, never)
    await t.deps.db.script(`delete from settings where key = 'direct_rounds'`)
    await tellByZone(t.deps, never)
    expect(await told('streak_danger')).toHaveLength(1)
  })
})

describe('the week', () => {
  const friday = '2026-03-13T14:00:00.000Z'

  it('is told on Friday at three, to whoever wants all messages and has reported', {
    tags: ['direct-recap'],
  }, async () => {
    const ana = await joined('ana')
    const bo = await joined('bo')
    const cy = await joined('cy', 'mine')
    await joined('di')
    await report(bo, '2026-03-08T12:00:00.000Z')
    t.clock.set('2026-03-09T06:00:00.000Z')
    await markPlaces(t.deps)
    await report(ana, '2026-03-09T09:00:00.000Z')
    for (const at of ['2026-03-10T09:00:00.000Z', '2026-03-10T10:00:00.000Z']) await report(ana, at, 'share')
    const undone = await report(ana, '2026-03-12T09:00:00.000Z')
    await t.call(undoInteraction, { as: ana, params: { id: undone } })
    await report(bo, '2026-03-12T10:00:00.000Z')
    await report(cy, '2026-03-12T10:00:00.000Z')
    await zonesAt('2026-03-13T13:59:00.000Z')
    expect(await told('week_recap')).toEqual([])
    await zonesAt(friday, '2026-03-13T14:10:00.000Z')
    const recaps = await told('week_recap')
    const expiresAt = '2026-03-15T23:00:00.000Z'
    expect(recaps).toHaveLength(2)
    expect(recaps).toContainEqual({
      userId: ana.id,
      facts: { reports: 3, risen: null, bestDay: '2026-03-10' },
      expiresAt,
    })
    expect(recaps).toContainEqual({
      userId: bo.id,
      facts: { reports: 1, risen: -1, bestDay: '2026-03-12' },
      expiresAt,
    })
  })
})

describe('the end of a contest', () => {
  it('is told three days before, once, to whoever wants all messages', {
    tags: ['direct-contest'],
  }, async () => {
    const ana = await joined('ana')
    await joined('bo', 'mine')
    await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-14') })
    for (const at of ['2026-03-11T09:10:00Z', '2026-03-12T09:10:00Z', '2026-03-13T09:10:00Z']) {
      t.clock.set(at)
      await tellDaily(t.deps, never)
    }
    expect(await told('contest_ending')).toEqual([
      {
        userId: ana.id,
        facts: { title: 'Spring contest', prize: null, endDate: '2026-03-14' },
        expiresAt: '2026-03-14T23:00:00.000Z',
      },
    ])
  })
})

describe('somebody who passes', () => {
  it('is named once an hour later it is still true, once a day', { tags: ['direct-passed'] }, async () => {
    const ana = await joined('ana')
    const bo = await joined('bo')
    await report(ana, '2026-03-10T09:00:00.000Z')
    await report(ana)
    await report(bo)
    t.clock.set('2026-03-11T06:00:00.000Z')
    await markPlaces(t.deps)
    const look = async (at: string) => {
      t.clock.set(at)
      await tellPasses(t.deps)
      return told('passed_by')
    }
    await report(bo, '2026-03-11T08:00:00.000Z', 'share')
    expect(await look('2026-03-11T08:50:00.000Z')).toEqual([])
    expect(await look('2026-03-11T09:10:00.000Z')).toEqual([])
    const news = [
      { userId: ana.id, facts: { displayName: 'Bo', place: 2 }, expiresAt: '2026-03-12T09:50:00.000Z' },
    ]
    expect(await look('2026-03-11T09:50:00.000Z')).toEqual(news)
    expect(await look('2026-03-11T10:50:00.000Z')).toEqual(news)
  })

  it('is nobody if the report was undone in between', { tags: ['direct-passed'] }, async () => {
    const ana = await joined('ana')
    const bo = await joined('bo')
    await report(ana, '2026-03-10T09:00:00.000Z')
    await report(ana)
    await report(bo)
    t.clock.set('2026-03-11T06:00:00.000Z')
    await markPlaces(t.deps)
    const passing = await report(bo, '2026-03-11T08:48:00.000Z', 'share')
    t.clock.set('2026-03-11T08:50:00.000Z')
    await tellPasses(t.deps)
    await t.call(undoInteraction, { as: bo, params: { id: passing } })
    t.clock.set('2026-03-11T09:50:00.000Z')
    await tellPasses(t.deps)
    expect(await told('passed_by')).toEqual([])
  })
})

it('old messages are deleted after thirty days', async () => {
  const ana = await joined('ana')
  const insert = statement(
    'test_insert_old_direct',
    `insert into direct_messages (id, user_id, kind, key, facts, created_at, due_at, expires_at)
     values ($1::uuid, $2, 'week_recap', $4, '{}', $3::timestamptz, $3::timestamptz, $3::timestamptz)`,
  )
  for (const at of ['2026-02-07T09:00:00Z', '2026-02-08T09:00:00Z'])
    await t.deps.db.run(insert, [newId(), ana.id, at, at])
  t.clock.set('2026-03-09T12:00:00Z')
  await tellDaily(t.deps, never)
  expect(await storedDirect(t.deps)).toHaveLength(1)
  t.clock.set('2026-03-10T12:00:00Z')
  await tellDaily(t.deps, never)
  expect(await storedDirect(t.deps)).toEqual([])
})
