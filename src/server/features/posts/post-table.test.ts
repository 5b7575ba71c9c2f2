import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPosts } from '#contract/posts.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'

let t: HookApp
let admin: TestMember
beforeAll(async () => {
  t = await startHookApp()
  admin = await t.member('iris.admin', 'admin')
})
afterAll(() => t.close())
afterEach(async () => {
  await t.deps.db.orm.delete(posts)
})

let made = 0
const deliverPost = async (changes: Record<string, unknown> = {}): Promise<PostId> => {
  const own = { content: `Post ${++made}`, post_url: `https://www.linkedin.com/posts/fresh-${made}` }
  return (await t.newPost({ ...own, ...changes })).answer.data.id
}
const table = async (query: string) => (await t.call(listPosts, { as: admin, query })).answer
const namesIn = (page: { readonly data: readonly { authorName: string }[] }) =>
  page.data.map(({ authorName }) => authorName)

describe('the table of posts', () => {
  test('gives any page in any order, each with the same total', {
    tags: ['admin-posts-sorted'],
  }, async () => {
    const likes = [5, 0, 7, 5]
    for (const [place, author] of ['bea', 'Ana', 'Cy', 'Dan'].entries()) {
      const id = await deliverPost({ author_name: author, platform: place === 2 ? 'tiktok' : 'linkedin' })
      await t.deps.db.orm
        .update(posts)
        .set({ likesCount: likes[place] ?? 0, commentsCount: 2_147_483_647, sharesCount: 2_147_483_647 })
        .where(eq(posts.id, id))
      t.clock.advance(1_000)
    }
    const newest = await table('page=1&limit=3')
    expect([namesIn(newest), newest.total, newest.nextCursor]).toEqual([['Dan', 'Cy', 'Ana'], 4, null])
    expect(namesIn(await table('page=2&limit=3'))).toEqual(['bea'])
    expect(namesIn(await table('page=1&sort=originalPostDate&direction=asc&limit=2'))).toEqual(['bea', 'Ana'])
    expect(namesIn(await table('page=1&sort=authorName&direction=asc'))).toEqual(['Ana', 'bea', 'Cy', 'Dan'])
    expect(namesIn(await table('page=1&sort=platform&direction=desc'))[0]).toBe('Cy')
    expect(namesIn(await table('page=1&sort=engagements&direction=desc'))).toEqual([
      'Cy',
      'Dan',
      'bea',
      'Ana',
    ])
    expect(namesIn(await table('page=1&sort=engagements&direction=asc'))).toEqual(['Ana', 'bea', 'Dan', 'Cy'])
    expect(await table('page=9')).toEqual({ data: [], nextCursor: null, total: 4 })
    expect((await table('limit=3')).total).toBeUndefined()
  })

  test('searches text, author, handle and address for exactly the words that are given', {
    tags: ['admin-posts-searched', 'wrong-search'],
  }, async () => {
    await deliverPost({
      content: '100% of_it \\ "quoted" ÜBER',
      author_name: 'Zoë Kühn',
      author_handle: '@zoe',
    })
    await deliverPost({ content: 'Nothing of the kind', post_url: 'https://news.test/spring?page=2' })
    for (const [search, found] of [
      ['100%', 1] as const,
      ['%', 1] as const,
      ['of_it', 1] as const,
      ['ofxit', 0] as const,
      ['\\', 1] as const,
      ['über', 1] as const,
      ['kühn', 1] as const,
      ['@ZOE', 1] as const,
      ['news.test/spring?page=2', 1] as const,
      ["' or 1=1 --", 0] as const,
      ['  ', 2] as const,
    ]) {
      const { total, data } = await table(`page=1&search=${encodeURIComponent(search)}`)
      expect([search, total, data.length]).toEqual([search, found, found])
    }
  })

  test('leaves deleted posts out, finds one among many, and lists each on one page only', async () => {
    const deleted = await deliverPost({ content: 'needle, deleted' })
    await t.deps.db.orm.update(posts).set({ deletedAt: t.clock.now() }).where(eq(posts.id, deleted))
    const at = t.clock.now()
    const rows = Array.from({ length: 500 }, (_, place) => ({
      id: newId<'post'>(),
      identity: newId(),
      brand: 'default',
      platform: 'linkedin' as const,
      authorName: `Author ${place}`,
      authorHandle: '@a',
      originalPostDate: at,
      content: `${'words '.repeat(100)}${place === 432 ? 'needle' : ''}`,
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
    }))
    await t.deps.db.orm.insert(posts).values(rows)
    const found = await table('page=1&search=NEEDLE&sort=engagements&limit=100')
    expect([found.total, namesIn(found)]).toEqual([1, ['Author 432']])
    const seen = new Set<string>()
    for (const page of [1, 2, 3]) {
      const { data } = await table(`page=${page}&limit=100&sort=platform&direction=asc`)
      for (const { id } of data) seen.add(id)
    }
    // No post with an equal sort value appears twice.
    expect(seen.size).toBe(300)
  })

  test('refuses an invalid page, order or direction with 400', async () => {
    for (const query of [
      'page=0',
      'page=x',
      'page=1&sort=content',
      'page=1&direction=up',
      'page=1&limit=101',
    ])
      expect((await t.call(listPosts, { as: admin, query })).status).toBe(400)
  })
})

describe('access to the table of posts', () => {
  test('is for administrators only', { tags: ['rights-posts'] }, async () => {
    const ana = await t.member('ana.lima')
    const moderator = await t.member('mo.dane', 'moderator')
    for (const member of [ana, moderator]) {
      expect((await t.call(listPosts, { as: member, query: { page: 1 } })).status).toBe(403)
      expect((await t.call(listPosts, { as: member, query: { search: 'x' } })).status).toBe(200)
    }
  })
})
