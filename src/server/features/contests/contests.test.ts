import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const get = async (url: string, as: TestMember | null = ana) => {
  t.deps.live.announce({ topics: ['contests'] })
  return t.call('GET', url, as)
}

describe('contests', () => {
  it('are an empty list with none current before the first is created', async () => {
    expect((await get('/api/monthly-contests/current')).json).toEqual({ data: null })
    expect((await get('/api/contests')).json).toEqual({ data: [] })
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
    const ids = (await get('/api/contests')).json.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([running, coming, ended])
    await t.call('POST', '/api/social-interactions/honor-report', ana, {
      postId: await insertPost(t.deps),
      interactionType: 'share',
    })
    expect((await get('/api/monthly-contests/current')).json.data).toMatchObject({
      id: running,
      year: 2026,
      month: 3,
      totalParticipants: 1,
      totalShares: 1,
      totalPoints: 40,
    })
  })

  it('are for members only', async () => {
    for (const url of ['/api/contests', '/api/monthly-contests/current'])
      expect((await get(url, null)).status).toBe(401)
  })
})
