import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { newPost } from '#contract/posts.schema.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'

type Page = AnswerOf<typeof listActivities>

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const read = async (query?: Record<string, unknown>): Promise<Page> =>
  (await t.call(listActivities, { as: ana, query })).answer

describe('activities', () => {
  it('are listed newest first, and cursor pages have no gaps or repeats', async () => {
    for (let index = 0; index < 7; index++) {
      t.clock.advance(index % 2 === 0 ? 0 : 1000)
      await t.call(reportInteraction, {
        as: ana,
        body: { postId: await insertPost(t.deps), interactionType: 'like' },
      })
    }
    const all = await read()
    // The first report unlocks First Steps, which adds its own activity.
    expect(all.data).toHaveLength(8)
    expect(all.nextCursor).toBeNull()
    const seen: unknown[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Page = await read({ limit: 3, cursor })
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(seen).toEqual(all.data)
  })

  it('no longer include a report that is undone', async () => {
    const before = (await read()).data.length
    await t.call(reportInteraction, {
      as: ana,
      body: { postId: await insertPost(t.deps), interactionType: 'share' },
    })
    const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    expect((await read()).data).toHaveLength(before + 1)
    await t.call(undoInteraction, { as: ana, params: { id } })
    expect((await read()).data).toHaveLength(before)
  })

  it('of one member are only theirs, newest first, paged by cursor and up to date at once', async () => {
    const [bo, chidi] = [await t.member('bo.dane'), await t.member('chidi.okafor')]
    const own = { limit: 3, userId: bo.id }
    expect(await read(own)).toEqual({ data: [], nextCursor: null })
    // Activities of the same instant also have a fixed order, and activities of others come between them.
    for (let index = 0; index < 7; index++) {
      t.clock.advance(index % 2 === 0 ? 0 : 1000)
      for (const member of [bo, chidi]) {
        await t.call(reportInteraction, {
          as: member,
          body: { postId: await insertPost(t.deps), interactionType: 'like' },
        })
      }
      expect((await read(own)).data).toHaveLength(Math.min(3, index + 2))
    }
    const everybody = (await read({ limit: 100 })).data
    const seen: unknown[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Page = await read({ ...own, cursor })
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(8)
    expect(seen).toEqual(everybody.filter(({ userId }) => userId === bo.id))
    // The default page size must not answer the cached list of all members.
    expect((await read({ userId: bo.id })).data).toEqual(seen)
  })

  it('name the author of a new post and the achievement that was unlocked', async () => {
    const admin = await t.member('ada.admin', 'admin')
    const picture = 'https://pictures.example/press.png'
    const post = { platform: 'linkedin', content: 'We moved', author_name: 'Press', author_avatar: picture }
    expect((await t.call(newPost, { as: admin, body: post })).status).toBe(200)
    const lines = (await read()).data
    expect(lines.find(({ type }) => type === 'platform_update')?.metadata).toEqual({
      platform: 'linkedin',
      author: { name: 'Press', picture },
    })
    expect(lines.find(({ type }) => type === 'achievement')?.metadata).toEqual({ achievement: 'First Steps' })
    expect(lines.find(({ type }) => type === 'interaction')?.metadata).toEqual({ platform: 'linkedin' })
  })

  it('of an unknown member are an empty list', async () => {
    const unknown = '0197f000-0000-7000-8000-000000000000'
    expect(await read({ userId: unknown })).toEqual({ data: [], nextCursor: null })
  })

  it.each(['limit=0', 'limit=101', 'cursor=nonsense', 'cursor=W10', 'userId=me', 'userId='])(
    'refuse ?%s with 400 and name it',
    async (query) => {
      const answer = await t.call(listActivities, { as: ana, query })
      expect(answer.status).toBe(400)
      expect(query.startsWith(answer.error.issues?.[0]?.path ?? '?')).toBe(true)
    },
  )

  it('come fifty at a time, unless more or fewer are asked for', async () => {
    const [bo, lines] = [await t.member('bo.lind'), 51]
    for (let line = 0; line < lines; line++)
      await t.call(reportInteraction, {
        as: bo,
        body: { postId: await insertPost(t.deps), interactionType: 'like' },
      })
    expect((await read()).data).toHaveLength(50)
    expect((await read({ limit: lines })).data).toHaveLength(lines)
  })

  it('are for members only', async () => {
    expect((await t.call(listActivities)).status).toBe(401)
  })
})
