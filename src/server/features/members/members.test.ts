import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getMemberCard, listMemberDays } from '#contract/members.schema.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { closeEndedContests } from '../contests/commands.ts'

// A Wednesday; at 10:00 UTC it has only just become the 11th of March in Honolulu.
const start = '2026-03-11T10:00:00.000Z'
let t: TestApp
let ana: TestMember
let ben: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock(start), config: { timeZone: 'Pacific/Honolulu' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  ana = await t.member(`ana.${newId()}`)
  ben = await t.member(`ben.${newId()}`)
})

async function report(as: TestMember, at: string, interactionType = 'like'): Promise<void> {
  t.clock.set(at)
  const body = { postId: await insertPost(t.deps), interactionType }
  expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
}
const cardOf = (member: { id: string }, as: TestMember = ben) =>
  t.call(getMemberCard, { as, params: { id: member.id } })
const daysOf = (member: { id: string }, query?: string) =>
  t.call(listMemberDays, { as: ben, params: { id: member.id }, query })

describe('the card of a member', () => {
  test('says what everybody may know, and nothing else', { tags: ['member-card'] }, async () => {
    await insertContest(t.deps, { startDate: asDay('2026-02-01'), endDate: asDay('2026-02-28') })
    await report(ana, '2026-02-10T20:00:00Z', 'share')
    await report(ana, '2026-02-11T20:00:00Z')
    await report(ana, '2026-03-10T20:00:00Z', 'comment')
    await report(ben, '2026-03-10T20:00:00Z')
    t.clock.set(start)
    await closeEndedContests(t.deps)
    expect((await cardOf(ana)).answer.data).toEqual({
      id: ana.id,
      username: ana.username,
      displayName: ana.displayName,
      avatar: null,
      team: null,
      rank: 1,
      points: 75,
      streak: { current: 1, longest: 2 },
      badges: ['first_steps'],
      // Twenty points of March are fewer than the 30, 10 and 15 of February.
      bestMonth: { month: '2026-02', points: 55 },
      contestsWon: 1,
      memberSince: start,
    })
    expect((await cardOf(ben)).answer.data).toMatchObject({ rank: 2, contestsWon: 0 })
  })

  test('of somebody without points has no place and no best month', async () => {
    expect((await cardOf(ana, ana)).answer.data).toMatchObject({
      rank: null,
      points: 0,
      streak: { current: 0, longest: 0 },
      badges: [],
      bestMonth: null,
      contestsWon: 0,
    })
  })

  test('shows a streak that ended as 0, and forgets what an undo took back', async () => {
    await report(ana, '2026-03-11T20:00:00Z')
    expect((await cardOf(ana)).answer.data).toMatchObject({ streak: { current: 1 }, badges: ['first_steps'] })
    const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    await t.call(undoInteraction, { as: ana, params: { id } })
    expect((await cardOf(ana)).answer.data).toMatchObject({ points: 0, badges: [], bestMonth: null })
    await report(ana, '2026-03-11T20:10:00Z')
    t.clock.set('2026-03-13T20:00:00Z')
    expect((await cardOf(ana)).answer.data.streak).toEqual({ current: 0, longest: 1 })
  })

  test('is 404 for somebody unknown or disabled, and 400 for what is no id', async () => {
    await disableMember(t.deps, ana.id)
    for (const id of [ana.id, newId()]) expect(await cardOf({ id })).toMatchObject({ status: 404 })
    expect(await cardOf({ id: 'me' })).toMatchObject({ status: 400, error: { issues: [{ path: 'id' }] } })
    expect((await t.call(getMemberCard, { params: { id: ben.id } })).status).toBe(401)
  })
})

describe('the days of a member', () => {
  test('are all days from a Monday up to today, with points and live reports', {
    tags: ['member-days'],
  }, async () => {
    await report(ana, '2026-03-08T20:00:00Z')
    await report(ana, '2026-03-10T20:00:00Z', 'share')
    await report(ana, '2026-03-10T21:00:00Z')
    const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    await t.call(undoInteraction, { as: ana, params: { id } })
    t.clock.set(start)
    expect((await daysOf(ana, 'weeks=1')).answer.data).toEqual([
      { day: '2026-03-09', points: 0, reports: 0 },
      { day: '2026-03-10', points: 30, reports: 1 },
      { day: '2026-03-11', points: 0, reports: 0 },
    ])
    const { data } = (await daysOf(ana)).answer
    expect([data.length, data[0]?.day]).toEqual([11 * 7 + 3, '2025-12-22'])
    expect(data.filter(({ reports }) => reports > 0)).toEqual([
      { day: '2026-03-08', points: 25, reports: 1 },
      { day: '2026-03-10', points: 30, reports: 1 },
    ])
  })

  test('are those of the workspace', async () => {
    await report(ana, '2026-03-11T09:59:59Z')
    t.clock.set(start)
    expect((await daysOf(ana, 'weeks=1')).answer.data[1]).toEqual({
      day: '2026-03-10',
      points: 25,
      reports: 1,
    })
  })

  test.each(['0', '54', '1.5', 'many', ''])('refuse %s weeks with 400 and name the field', async (weeks) => {
    const answer = await daysOf(ana, `weeks=${weeks}`)
    expect(answer).toMatchObject({ status: 400, error: { issues: [{ path: 'weeks' }] } })
  })

  test('go back 53 weeks at most', async () => {
    expect((await daysOf(ana, 'weeks=53')).answer.data).toHaveLength(52 * 7 + 3)
  })

  test('are 404 for somebody unknown or disabled, and for members only', async () => {
    await disableMember(t.deps, ana.id)
    for (const id of [ana.id, newId()]) expect(await daysOf({ id })).toMatchObject({ status: 404 })
    expect((await t.call(listMemberDays, { params: { id: ben.id } })).status).toBe(401)
  })
})
