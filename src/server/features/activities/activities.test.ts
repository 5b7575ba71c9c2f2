import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'

const report = '/api/social-interactions/honor-report'

interface Page {
  readonly data: unknown[]
  readonly nextCursor: string | null
}

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

describe('activities', () => {
  it('are listed newest first, and cursor pages have no gaps or repeats', async () => {
    for (let index = 0; index < 7; index++) {
      t.clock.advance(index % 2 === 0 ? 0 : 1000)
      await t.call('POST', report, ana, { postId: await insertPost(t.deps), interactionType: 'like' })
    }
    const all = (await t.call('GET', '/api/activities', ana)).json
    // The first report unlocks First Steps, which adds its own activity.
    expect(all.data).toHaveLength(8)
    expect(all.nextCursor).toBeNull()
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = (await t.call('GET', `/api/activities?limit=3${cursor && `&cursor=${cursor}`}`, ana))
        .json
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(seen).toEqual(all.data)
  })

  it('no longer include a report that is undone', async () => {
    const before = (await t.call('GET', '/api/activities', ana)).json.data.length
    await t.call('POST', report, ana, { postId: await insertPost(t.deps), interactionType: 'share' })
    const [{ id }] = (await t.call('GET', '/api/social-interactions/recent', ana)).json.data
    expect((await t.call('GET', '/api/activities', ana)).json.data).toHaveLength(before + 1)
    await t.call('DELETE', `${report}/${id}`, ana)
    expect((await t.call('GET', '/api/activities', ana)).json.data).toHaveLength(before)
  })

  it('of one member are only theirs, newest first, paged by cursor and up to date at once', async () => {
    const [bo, chidi] = [await t.member('bo.dane'), await t.member('chidi.okafor')]
    const own = '/api/activities?limit=3&userId='
    const ids = async (query: string): Promise<Page> => (await t.call('GET', query, ana)).json
    expect(await ids(own + bo.id)).toEqual({ data: [], nextCursor: null })
    // Activities of the same instant also have a fixed order, and activities of others come between them.
    for (let index = 0; index < 7; index++) {
      t.clock.advance(index % 2 === 0 ? 0 : 1000)
      for (const member of [bo, chidi]) {
        await t.call('POST', report, member, { postId: await insertPost(t.deps), interactionType: 'like' })
      }
      expect((await ids(own + bo.id)).data).toHaveLength(Math.min(3, index + 2))
    }
    const everybody = (await ids('/api/activities?limit=100')).data as { userId: string }[]
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await ids(own + bo.id + (cursor && `&cursor=${cursor}`))
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(8)
    expect(seen).toEqual(everybody.filter(({ userId }) => userId === bo.id))
    // The default page size must not answer the cached list of all members.
    expect((await ids(`/api/activities?userId=${bo.id}`)).data).toEqual(seen)
  })

  it('of an unknown member are an empty list', async () => {
    const url = '/api/activities?userId=0197f000-0000-7000-8000-000000000000'
    expect((await t.call('GET', url, ana)).json).toEqual({ data: [], nextCursor: null })
  })

  it.each(['limit=0', 'limit=101', 'cursor=nonsense', 'cursor=W10', 'userId=me', 'userId='])(
    'refuse ?%s with 400 and name it',
    async (query) => {
      const answer = await t.call('GET', `/api/activities?${query}`, ana)
      expect(answer.status).toBe(400)
      expect(query.startsWith(answer.json.issues[0].path)).toBe(true)
    },
  )

  it('are for members only', async () => {
    expect((await t.call('GET', '/api/activities')).status).toBe(401)
  })
})
