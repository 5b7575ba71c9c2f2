import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const newest = 'https://www.linkedin.com/posts/newest'

let t: TestApp
let owner: TestMember
let newestId: string
let goneId: string
let placeholderId: string

beforeAll(async () => {
  t = await startTestApp({ limits: { visitsPerAddress: 100_000 } })
  owner = await t.member('ana.lima')
  const add = (postUrl: string | null, day: string) =>
    insertPost(t.deps, { postUrl, at: new Date(`2026-03-${day}T10:00:00Z`) })
  await add('https://www.linkedin.com/posts/older', '01')
  newestId = await add(newest, '02')
  // More than one page of reads.
  for (let n = 0; n < 25; n++) placeholderId = await add(`https://example.com/${n}`, '03')
  await add(null, '04')
  await add('#', '04')
  goneId = await add('https://www.linkedin.com/posts/gone', '05')
  const testId = await add('https://www.linkedin.com/posts/test', '06')
  await sql('update posts set deleted_at = created_at where id = $1', goneId)
  await sql("update posts set brand = 'test' where id = $1", testId)
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

async function sql<Row>(text: string, ...values: string[]): Promise<Row[]> {
  return t.deps.db.run(statement<Row>('', text), values)
}

const linkOf = (member: TestMember, postId = newestId) => `/go/${member.id.slice(-10)}?p=${postId}`
const plainLink = () => `/go/${owner.id.slice(-10)}`

function visit(url: string, headers: Record<string, string> = { 'user-agent': chrome }) {
  return t.app.inject({ method: 'GET', url, headers })
}

const rowsIn = async (table: string) =>
  (await sql<{ rows: number }>(`select count(*)::int as rows from ${table}`))[0]?.rows

describe('a trackable link', () => {
  it('leads to the post that it names, with an answer that is not cached and sends no referrer', {
    tags: ['sec-55'],
  }, async () => {
    const postId = await insertPost(t.deps, { postUrl: 'https://x.com/a?b=c&d=é#f', at: new Date(0) })
    const sessions = await rowsIn('sessions')
    const answer = await visit(linkOf(owner, postId))
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({
      location: 'https://x.com/a?b=c&d=%C3%A9#f',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(await rowsIn('sessions')).toBe(sessions)
  })

  it('without a post leads to the newest live post with a real address, except test posts', async () => {
    expect((await visit(plainLink())).headers.location).toBe(newest)
  })

  it.each([
    ['unknown', () => uuidv7()],
    ['deleted', () => goneId],
    ['empty', () => ''],
    ['no id', () => 'posts'],
    ['an address', () => 'https://evil.test/'],
    ['an address without scheme', () => '//evil.test'],
    ['two at once', () => `${placeholderId}&p=${placeholderId}`],
    ['a list', () => `&p[]=${placeholderId}`],
    ['an id with more behind it', () => `${placeholderId}%00`],
  ])('leads to the newest post if its post id is %s', async (_, p) => {
    const { statusCode, headers } = await visit(linkOf(owner, p()))
    expect([statusCode, headers.location]).toEqual([302, newest])
  })

  it('leads to the dashboard if its post has only a placeholder, and counts nothing', async () => {
    const before = [await rowsIn('link_clicks'), await rowsIn('link_previews')]
    for (const agent of [chrome, 'Googlebot/2.1']) {
      const answer = await visit(linkOf(owner, placeholderId), { 'user-agent': agent })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
    }
    expect([await rowsIn('link_clicks'), await rowsIn('link_previews')]).toEqual(before)
  })

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,hello',
    'https://somebody:secret@x.test/',
    '//evil.test',
    'https://x.test/\r\nset-cookie: a=b',
  ])('leads to the dashboard if an old row has the address %j', { tags: ['sec-57'] }, async (postUrl) => {
    const postId = await insertPost(t.deps, { at: new Date(0) })
    await sql('update posts set post_url = $2 where id = $1', postId, postUrl)
    expect((await visit(linkOf(owner, postId))).headers.location).toBe('/')
  })

  it('leads to the dashboard if there is no post to lead to', async () => {
    const empty = await startTestApp()
    const member = await empty.member('ana.lima')
    const answer = await empty.app.inject({
      url: `/go/${member.id.slice(-10)}`,
      headers: { 'user-agent': chrome },
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
    await empty.close()
  })

  it('cannot be redirected elsewhere by any parameter', { tags: ['sec-55'] }, async () => {
    const names = ['url', 'next', 'to', 'redirect', 'target', 'p', 'P', 'p[]', '__proto__', 'trackingCode']
    const evil = [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '\r\nLocation: //evil.test',
    ]
    const name = fc.oneof(fc.constantFrom(...names), fc.string())
    const value = fc.oneof(
      fc.constantFrom(...evil, placeholderId, newestId, goneId),
      fc.webUrl(),
      fc.string(),
    )
    const code = owner.id.slice(-10)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (parameters) => {
        const query = new URLSearchParams(parameters)
        const { statusCode, headers } = await visit(`/go/${code}?${query}`)
        expect(statusCode).toBe(302)
        expect([newest, '/']).toContain(headers.location)
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    '/go/aaaaaaaaaa',
    '/go/',
    '/go',
    `/go/${'a'.repeat(150)}`,
    '/go/a%00b',
    '/go/a%2Fb',
    '/go/%27or%201=1--',
    '/go/abc%0d%0aset-cookie:a=b',
    '/go/abc%0d%0a%0d%0a<html>',
    '/go/%F0%9F%8E%89',
    '/go/..%2f..%2fevil',
  ])('with the path %s is answered like any unknown path', { tags: ['sec-55'] }, async (url) => {
    const [answer, other] = [await visit(url), await visit('/no-such-page')]
    expect([404, 503]).toContain(answer.statusCode)
    expect([answer.statusCode, answer.payload]).toEqual([other.statusCode, other.payload])
    expect(answer.headers).not.toHaveProperty('location')
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  it('of a disabled member does not exist', async () => {
    const member = await t.member('dan.gone')
    await sql('update users set disabled_at = created_at where id = $1', member.id)
    const [answer, other] = [await visit(linkOf(member)), await visit('/no-such-page')]
    expect([answer.statusCode, answer.payload]).toEqual([other.statusCode, other.payload])
  })

  it('redirects even if the visit cannot be counted', async () => {
    for (const [table, agent] of [
      ['link_clicks', chrome],
      ['link_previews', 'curl/8.5.0'],
    ] as const) {
      await t.deps.db.script(`alter table ${table} rename to away`)
      const answer = await visit(linkOf(owner), { 'user-agent': `${agent} and more` })
      await t.deps.db.script(`alter table away rename to ${table}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, newest])
    }
  })

  it('does not redirect if it cannot be looked up', async () => {
    await t.deps.db.script('alter table posts rename to away')
    const answer = await visit(linkOf(owner))
    await t.deps.db.script('alter table away rename to posts')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers).not.toHaveProperty('location')
  })

  it('is refused after too many visits from one address', async () => {
    const strict = await startTestApp({ limits: { visitsPerAddress: 3 } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await strict.app.inject({ url: '/go/aaaaaaaaaa' })).statusCode)
    expect(statuses.slice(0, 3)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
    await strict.close()
  })
})
