import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getContest, getCurrentContest, listContests } from '#contract/contests.schema.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const read = async <E extends ServedEndpoint>(endpoint: E, as: TestMember | null = ana) => {
  t.deps.live.announce({ topics: ['contests'] })
  return t.call(endpoint, { as })
}

describe('contests', () => {
  it('are an empty list with none current before the first is created', async () => {
    expect((await read(getCurrentContest)).answer).toEqual({ data: null })
    expect((await read(listContests)).answer).toEqual({ data: [] })
  })

  it('are listed with the running one first, then the newest, and the current one has its totals', async () => {
    const ended = await insertContest(t.deps, {
      startDate: asDay('2026-02-01'),
      endDate: asDay('2026-02-28'),
    })
    const running = await insertContest(t.deps, {
      startDate: asDay('2026-03-01'),
      endDate: asDay('2026-03-31'),
    })
    const coming = await insertContest(t.deps, {
      startDate: asDay('2026-04-01'),
      endDate: asDay('2026-04-30'),
    })
    const ids = (await read(listContests)).answer.data.map(({ id }) => id)
    expect(ids).toEqual([running, coming, ended])
    await t.call(reportInteraction, {
      as: ana,
      body: { postId: await insertPost(t.deps), interactionType: 'share' },
    })
    expect((await read(getCurrentContest)).answer.data).toMatchObject({
      id: running,
      year: 2026,
      month: 3,
      totalParticipants: 1,
      totalShares: 1,
      totalPoints: 40,
      totalMembers: 1,
    })
  })

  it('can be read one by one with their figures, also when they have ended', async () => {
    const [running, , ended] = (await read(listContests)).answer.data
    const one = (id: string) => t.call(getContest, { as: ana, params: { id: asId<'contest'>(id) } })
    expect((await one(present(ended).id)).answer.data).toMatchObject({
      id: present(ended).id,
      totalParticipants: 0,
      totalPoints: 0,
      timeZone: 'UTC',
    })
    expect((await one(present(running).id)).answer).toEqual((await read(getCurrentContest)).answer)
    expect((await one('01890000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('count as participants only those who have a report that counts', async () => {
    const bo = await t.member('bo.dane')
    await t.call(reportInteraction, {
      as: bo,
      body: { postId: await insertPost(t.deps), interactionType: 'like' },
    })
    expect((await read(getCurrentContest)).answer.data).toMatchObject({ totalParticipants: 2 })
    const { id } = present((await t.call(recentInteractions, { as: bo })).answer.data[0])
    await t.call(undoInteraction, { as: bo, params: { id } })
    expect((await read(getCurrentContest)).answer.data).toMatchObject({ totalParticipants: 1 })
  })

  it('are for members only', async () => {
    for (const endpoint of [listContests, getCurrentContest])
      expect((await read(endpoint, null)).status).toBe(401)
  })
})
