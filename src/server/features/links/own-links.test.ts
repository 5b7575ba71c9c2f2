import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { myLinks } from '#contract/links.schema.ts'
import { excerpt } from '#domain/posts.ts'
import { statement } from '#server/db/handle.ts'
import { publishDuePosts } from '#server/features/posts/commands.ts'
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
  await visitFrom(`10.1.${++addresses}.1`, as, postId, agent)
}

async function visitFrom(remoteAddress: string, as: TestMember, postId: string | undefined, agent = chrome) {
  const url = `/go/${as.id.slice(-10)}?p=${postId}`
  const answer = await t.app.inject({ url, remoteAddress, headers: { 'user-agent': agent } })
  t.clock.advance(1_000)
  return answer
}

const mine = async (as: TestMember = owner) => (await t.call(myLinks, { as })).answer.data
const ofPost = async (as: TestMember, postId: string) =>
  (await t.call(myLinks, { as, query: { postId } })).answer.data
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
      people: 0,
      previews: 0,
      points: 0,
      lastClickedAt: null,
    })
  })

  it('show clicks, people, points and previews of each post, newest click first', {
    tags: ['links-people'],
  }, async () => {
    await visit(owner, posts[3])
    await visit(owner, posts[29])
    await visit(owner, posts[3])
    await visit(owner, posts[5], 'curl/8.5.0')
    await visit(owner, posts[3], 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)')
    const lastClickedAt = new Date(t.clock.now().getTime() - 3_000).toISOString()
    const data = await mine()
    expect([data.clicks, data.people, data.points, data.previews]).toEqual([3, 3, 15, 2])
    expect(data.posts.slice(0, 3)).toMatchObject([
      { postId: posts[3], clicks: 2, people: 2, points: 10, previews: 1, lastClickedAt },
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

  it('of one post have its link, clicks, people and points', { tags: ['links-of-post'] }, async () => {
    const ben = await t.member('ben.alves')
    const postId = posts[29] ?? ''
    const nothing = { clicks: 0, people: 0, previews: 0, points: 0 }
    const link = `${origin}/go/${ben.id.slice(-10)}?p=${postId}`
    expect(await ofPost(ben, postId)).toMatchObject({
      ...nothing,
      trackingCode: ben.id.slice(-10),
      link,
      posts: [{ postId, link, ...nothing, lastClickedAt: null }],
    })
    await visitFrom('10.200.1.1', ben, postId)
    await visit(ben, postId)
    await visit(ben, posts[28])
    await visit(ben, postId, 'curl/8.5.0')
    t.clock.advance(25 * 3_600_000)
    await visitFrom('10.200.1.9', ben, postId)
    const lastClickedAt = new Date(t.clock.now().getTime() - 1_000).toISOString()
    const results = { clicks: 3, people: 2, previews: 1, points: 15 }
    const data = await ofPost(ben, postId)
    expect(data).toMatchObject({ ...results, link })
    expect(data.posts).toMatchObject([{ postId, link, ...results, lastClickedAt }])
    expect(await mine(ben)).toMatchObject({ clicks: 4, people: 3, points: 20 })
    expect(await ofPost(await t.member('nobody.else'), postId)).toMatchObject(nothing)
  })

  it('are 404 of a post that is unknown, deleted, not out yet or a test, and 400 of what is no id', {
    tags: ['links-of-post'],
  }, async () => {
    const ask = async (postId: string, as = owner) =>
      (await t.call(myLinks, { as, query: { postId } })).status
    const soon = new Date(t.clock.now().getTime() + 3_600_000)
    const waiting = await insertPost(t.deps, {
      postUrl: 'https://x.com/waiting',
      at: soon,
      isScheduled: true,
    })
    const gone = await insertPost(t.deps, { postUrl: 'https://x.com/gone' })
    await run('update posts set deleted_at = created_at where id = $1', [gone])
    const test = await insertPost(t.deps, { postUrl: 'https://x.com/test' })
    await run("update posts set brand = 'test' where id = $1", [test])
    expect(await Promise.all([ask(owner.id), ask(gone), ask(waiting), ask(test)])).toEqual([
      404, 404, 404, 404,
    ])
    expect(await ask(test, await t.member('ada.admin', 'admin'))).toBe(200)
    expect(await Promise.all(['', 'posts', `${gone}0`].map((id) => ask(id)))).toEqual([400, 400, 400])
    t.clock.set(soon)
    await publishDuePosts(t.deps)
    expect(await ask(waiting)).toBe(200)
  })

  it('to a post that waits for its time lead elsewhere until then', async () => {
    const soon = new Date(t.clock.now().getTime() + 3_600_000)
    const postId = await insertPost(t.deps, { postUrl: 'https://x.com/soon', at: soon, isScheduled: true })
    const target = async () => (await visitFrom('10.201.1.1', owner, postId)).headers.location
    expect(await target()).not.toBe('https://x.com/soon')
    expect(idsOf(await mine())).not.toContain(postId)
    t.clock.set(soon)
    await publishDuePosts(t.deps)
    expect(await target()).toBe('https://x.com/soon')
  })

  it('earn points that the statement lists as clicks, with the post', {
    tags: ['links-statement'],
  }, async () => {
    const cy = await t.member('cy.ono')
    await visit(cy, posts[7])
    const { data } = (await t.call(listOwnLedger, { as: cy, query: 'reason=link_click' })).answer
    expect(data).toMatchObject([
      {
        reason: 'link_click',
        amount: 5,
        description: expect.stringMatching(/^Click on your link to “Post 7 .+”$/),
        subject: { type: 'link_click', title: expect.stringMatching(/^Post 7 /) },
        author: 'Northwind',
        platform: 'twitter',
        url: 'https://x.com/northwind/7',
      },
    ])
  })
})
