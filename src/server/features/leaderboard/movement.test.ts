import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard, getMovement, getStandings } from '#contract/leaderboard.schema.ts'
import type { Topic } from '#contract/topics.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { listOwnInteractions } from '#server/features/interactions/store.ts'
import { reportInteraction as reportAs } from '#server/features/reports/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { markPlaces } from './commands.ts'

let t: TestApp
let contestId: ContestId
const members: TestMember[] = []

// Midnight of the workspace is at 18:15 UTC.
beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-10T10:00:00.000Z'),
    environment: { WORKSPACE_TIME_ZONE: 'Asia/Kathmandu' },
  })
  for (const name of ['ann', 'ben', 'cat', 'dan', 'eve']) members.push(await t.member(name))
  contestId = await insertContest(t.deps, {
    startDate: asDay('2026-03-10'),
    endDate: asDay('2026-03-12'),
  })
})
afterAll(() => t.close())

const report = async (nth: number, count: number) => {
  for (let done = 0; done < count; done++) {
    t.clock.advance(1_000)
    const postId = await insertPost(t.deps)
    await reportAs(t.deps, present(members[nth]), { postId, interactionType: 'like' })
  }
}
const places = (page: readonly { readonly id: string; readonly rank: number }[]) =>
  new Map(page.map(({ id, rank }) => [id, rank]))
const ask = async (as: TestMember, query: Record<string, unknown> = {}) =>
  new Map((await t.call(getMovement, { as, query })).answer.data.map(({ id, place }) => [id, place]))
const team = async () => places((await t.call(getLeaderboard, { as: present(members[0]) })).answer.data)
const standings = async () =>
  places((await t.call(getStandings, { as: present(members[0]), params: { contestId } })).answer.data)

describe('the marks of places', () => {
  it('are those of the boards as the day began, whenever they are made', {
    tags: ['leaderboard-movement'],
  }, async () => {
    const [ann, ben, cat] = [present(members[0]), present(members[1]), present(members[2])]
    t.clock.set('2026-03-01T10:00:00Z')
    await report(4, 3)
    t.clock.set('2026-03-10T18:12:00Z')
    await report(0, 4)
    await report(1, 3)
    await report(2, 2)
    const [teamThen, standingsThen] = [await team(), await standings()]
    expect(teamThen.size).toBe(4)
    expect(standingsThen.size).toBe(3)
    // The new day: an undo of the day before, and a member who overtakes two.
    t.clock.set('2026-03-10T18:16:00Z')
    const [latest] = await listOwnInteractions(t.deps.db, ann.id, { limit: 1_000 })
    await t.call(undoInteraction, { as: ann, params: { id: present(latest).id } })
    await report(2, 3)
    await report(3, 1)
    expect(await ask(ann)).toEqual(new Map())
    const announced: (readonly Topic[])[] = []
    t.deps.live.listen(({ topics = [] }) => announced.push(topics))
    await markPlaces(t.deps)
    expect(await ask(ann)).toEqual(teamThen)
    expect(await ask(ann, { contestId })).toEqual(standingsThen)
    await markPlaces(t.deps)
    expect(await ask(ben)).toEqual(teamThen)
    // The second time nothing changed.
    expect(announced).toEqual([['marks']])
    expect((await team()).get(cat.id)).toBe(1)
    expect((await t.call(getMovement, { as: ann, query: { offset: 100 } })).answer.data).toHaveLength(3)
    const asked = members.flatMap((as) =>
      [{}, { offset: 100 }, { contestId }].map((query) => ({ as, query })),
    )
    const alone: Awaited<ReturnType<typeof ask>>[] = []
    for (const { as, query } of asked) alone.push(await ask(as, query))
    expect(await Promise.all(asked.map(({ as, query }) => ask(as, query)))).toEqual(alone)
  })

  it('leave disabled members out, and mean nothing on the next day until they are made again', async () => {
    const [ann, eve] = [present(members[0]), present(members[4])]
    await disableMember(t.deps, eve.id)
    await markPlaces(t.deps)
    expect((await ask(ann)).has(eve.id)).toBe(false)
    t.clock.set('2026-03-11T18:15:00Z')
    expect(await ask(ann)).toEqual(new Map())
    const now = await team()
    await markPlaces(t.deps)
    expect(await ask(ann)).toEqual(now)
  })

  it('are none for a contest that does not run, and refused to signed-out callers', async () => {
    const as = present(members[0])
    t.clock.set('2026-03-13T10:00:00Z')
    await markPlaces(t.deps)
    expect(await ask(as, { contestId })).toEqual(new Map())
    expect((await ask(as)).size).toBeGreaterThan(0)
    expect((await t.call(getMovement)).status).toBe(401)
    expect((await t.call(getMovement, { as, query: { contestId: 'nonsense' } })).status).toBe(400)
  })
})
