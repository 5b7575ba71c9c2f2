import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteContest, getRace } from '#contract/contests.schema.ts'
import { undoInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { listOwnInteractions } from '#server/features/interactions/store.ts'
import { reportInteraction as reportAs } from '#server/features/reports/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let contestId: ContestId
let reader: TestMember
const members: TestMember[] = []

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-09T10:00:00.000Z') })
  reader = await t.member('reader')
  for (let nth = 0; nth < 7; nth++) members.push(await t.member(`runner.${nth}`))
  contestId = await insertContest(t.deps, { startDate: asDay('2026-03-09'), endDate: asDay('2026-03-12') })
})
afterAll(() => t.close())

const report = async (member: TestMember, count: number) => {
  for (let done = 0; done < count; done++) {
    t.clock.advance(1_000)
    await reportAs(t.deps, member, { postId: await insertPost(t.deps), interactionType: 'like' })
  }
}
const race = async () => (await t.call(getRace, { as: reader, params: { id: contestId } })).answer.data
const own = async (as: TestMember) => {
  const { members: lines } = (await t.call(getRace, { as, params: { id: contestId } })).answer.data
  return lines.find(({ id }) => id === as.id)
}

/** The race must say what the standings say. */
const agreed = async () => {
  const { data: standings } = (await t.call(getStandings, { as: reader, params: { contestId } })).answer
  const { members: lines } = await race()
  expect(lines.map(({ id, points }) => [id, points.at(-1)])).toEqual(
    standings.slice(0, 5).map(({ id, monthlyPoints }) => [id, monthlyPoints]),
  )
  for (const { id, monthlyPoints } of standings) {
    const line = await own(present(members.find((member) => member.id === id)))
    expect(line?.points.at(-1)).toBe(monthlyPoints)
  }
}

describe('the race of a contest', () => {
  it('begins without anybody', async () => {
    expect(await race()).toEqual({ days: ['2026-03-09'], members: [] })
    expect(await own(reader)).toBeUndefined()
  })

  it('has the first five and the caller for each day so far, and agrees with the standings', {
    tags: ['contest-race'],
  }, async () => {
    for (const [nth, member] of members.entries()) await report(member, nth + 1)
    await agreed()
    t.clock.set('2026-03-11T10:00:00Z')
    await report(present(members[0]), 9)
    await agreed()
    const { days, members: lines } = await race()
    expect(days).toEqual(['2026-03-09', '2026-03-10', '2026-03-11'])
    expect(lines).toHaveLength(5)
    const last = present(members[1])
    const ofLast = (await t.call(getRace, { as: last, params: { id: contestId } })).answer.data.members
    expect(ofLast.map(({ id }) => id)).toEqual([...lines.map(({ id }) => id), last.id])
    // A like and First Steps, then nine likes.
    expect(lines[0]).toMatchObject({ id: members[0]?.id, points: [25, 25, 160] })
  })

  it('is fresh after a report and after an undo, for the day that each counts for', {
    tags: ['contest-race'],
  }, async () => {
    const last = present(members[1])
    const before = await own(last)
    await report(last, 1)
    expect((await own(last))?.points).toEqual([40, 40, 55])
    await agreed()
    const [latest] = await listOwnInteractions(t.deps.db, last.id, { limit: 1_000 })
    await t.call(undoInteraction, { as: last, params: { id: present(latest).id } })
    expect(await own(last)).toEqual(before)
    await agreed()
  })

  it('keeps all days of a contest that is over, and nothing that came later', {
    tags: ['contest-race'],
  }, async () => {
    const before = await race()
    t.clock.set('2026-03-13T10:00:00Z')
    await report(present(members[2]), 3)
    const { days, members: lines } = await race()
    expect(days.at(-1)).toBe('2026-03-12')
    expect(lines.map(({ points }) => points)).toEqual(
      before.members.map(({ points }) => [...points, points.at(-1)]),
    )
    await agreed()
  })

  it('is 404 for a contest that is unknown or deleted, and refused to signed-out callers', async () => {
    const statusOf = async (id: string) => (await t.call(getRace, { as: reader, params: { id } })).status
    expect(await statusOf('0197f000-0000-7000-8000-000000000000')).toBe(404)
    expect((await t.call(getRace, { params: { id: contestId } })).status).toBe(401)
    await t.call(deleteContest, { as: await t.member('boss', 'admin'), params: { id: contestId } })
    expect(await statusOf(contestId)).toBe(404)
  })
})
