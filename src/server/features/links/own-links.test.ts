import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { myLinks } from '#contract/links.schema.ts'
import { excerpt } from '#domain/posts.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'

const origin = 'https://team.example.net'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'

let t: TestApp
let owner: TestMember
/** Oldest first. */
const posts: string[] = []

beforeAll(async () => {
  t = await startTestApp({ environment: { PUBLIC_URL: origin } })
  owner = await t.member('ana.lima')
  for (let n = 0; n < 30; n++) {
    posts.push(
      await insertPost(t.deps, {
        postUrl: `https://x.com/northwind/${n}`,
        content: `Post ${n} ${'👩‍👩‍👧 '.repeat(80)}`,
        platform: 'twitter',
        at: new Date(Date.UTC(2026, 1, 1, n)),
      }),
    )
  }
  await insertPost(t.deps, { postUrl: 'https://example.com/none' })
  await insertPost(t.deps, { postUrl: null })
})
afterAll(() => t.close())

let addresses = 0
async function visit(as: TestMember, postId: string | undefined, agent = chrome) {
  await t.app.inject({
    url: `/go/${as.id.slice(-10)}?p=${postId}`,
    remoteAddress: `10.1.${++addresses}.1`,
    headers: { 'user-agent': agent },
  })
  t.clock.advance(1_000)
}

const mine = async (as: TestMember = owner) => (await t.call(myLinks, { as })).answer.data
const idsOf = (data: { readonly posts: readonly { postId: string }[] }) =>
  data.posts.map(({ postId }) => postId)
const newestFirst = (ids: readonly (string | undefined)[]) => [...ids].reverse()
const run = (text: string, values: string[]) => t.deps.db.run(statement('', text), values)

describe('own links', () => {
  it('are refused to signed-out callers, and are always the caller’s own', async () => {
    expect((await t.call(myLinks)).status).toBe(401)
    const other = await t.member('ben.okafor')
    const { answer } = await t.call(myLinks, { as: other, query: { userId: owner.id } })
    expect(answer.data.trackingCode).toBe(other.id.slice(-10))
  })

  it('of a new member lead to the twenty newest posts with a real address', async () => {
    const data = await mine()
    const code = owner.id.slice(-10)
    expect(data).toMatchObject({ trackingCode: code, link: `${origin}/go/${code}` })
    expect([data.clicks, data.points, data.previews]).toEqual([0, 0, 0])
    expect(idsOf(data)).toEqual(newestFirst(posts.slice(10)))
    expect(data.posts[0]).toEqual({
      postId: posts[29],
      platform: 'twitter',
      authorName: 'Northwind',
      excerpt: excerpt(`Post 29 ${'👩‍👩‍👧 '.repeat(80)}`, 60),
      link: `${origin}/go/${code}?p=${posts[29]}`,
      clicks: 0,
      previews: 0,
      points: 0,
      lastClickedAt: null,
    })
  })

  it('show clicks, points and previews of each post, newest click first', async () => {
    await visit(owner, posts[3])
    await visit(owner, posts[29])
    await visit(owner, posts[3])
    await visit(owner, posts[5], 'curl/8.5.0')
    await visit(owner, posts[3], 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)')
    const lastClickedAt = new Date(t.clock.now().getTime() - 3_000).toISOString()
    const data = await mine()
    expect([data.clicks, data.points, data.previews]).toEqual([3, 15, 2])
    expect(data.posts.slice(0, 3)).toMatchObject([
      { postId: posts[3], clicks: 2, points: 10, previews: 1, lastClickedAt },
      { postId: posts[29], clicks: 1, points: 5, previews: 0 },
      { postId: posts[5], clicks: 0, points: 0, previews: 1, lastClickedAt: null },
    ])
    expect(idsOf(data).slice(3)).toEqual(newestFirst(posts.slice(9, 29)))
    expect(await mine(await t.member('cara.ito'))).toMatchObject({ clicks: 0, points: 0, previews: 0 })
  })

  it('leave out a deleted post, which the sums still include', async () => {
    await run('update posts set deleted_at = created_at where id = $1', [posts[3] ?? ''])
    const data = await mine()
    expect([data.clicks, data.points, data.previews]).toEqual([3, 15, 2])
    expect(idsOf(data)).not.toContain(posts[3])
    expect(data.posts[0]?.postId).toBe(posts[29])
  })

  it('lead to at most a hundred posts', async () => {
    const busy = await t.member('busy.bea')
    for (let n = 0; n < 110; n++) {
      const postId = await insertPost(t.deps, { postUrl: `https://x.com/busy/${n}` })
      if (n >= 15) await visit(busy, postId, 'curl/8.5.0')
    }
    const data = await mine(busy)
    expect(data.previews).toBe(95)
    expect(data.posts).toHaveLength(100)
    expect(data.posts.slice(94, 96)).toMatchObject([{ previews: 1 }, { previews: 0 }])
    for (let n = 0; n < 10; n++) await visit(busy, data.posts[99 - n]?.postId)
    const later = await mine(busy)
    expect(later.posts).toHaveLength(100)
    expect(later.posts[0]).toMatchObject({ postId: data.posts[90]?.postId, clicks: 1 })
  })
})
