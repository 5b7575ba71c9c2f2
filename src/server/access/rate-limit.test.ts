import { afterEach, expect, it } from 'vitest'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { defaultLimits } from '#server/access/limits.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

let t: TestApp

afterEach(() => t.close())

const statusesOf = async (calls: readonly (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = []
  for (const call of calls) statuses.push((await call()).status)
  return statuses
}

it('a member is served up to the limit, then gets 429 with Retry-After, and other members are not affected', {
  tags: ['sec-66'],
}, async () => {
  t = await startTestApp({ limits: { perMember: 2 } })
  const [ana, ben] = [await t.member('ana.lima'), await t.member('ben.okafor')]
  const read = (as: typeof ana) => () => t.call(authenticatedUser, { as })
  expect(await statusesOf([read(ana), read(ana), read(ana), read(ben)])).toEqual([200, 200, 429, 200])
  const refused = await read(ana)()
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.error.message).toBe('Too many requests. Please wait a moment.')
})

it('reads of cached answers and reports each have a limit of their own', { tags: ['sec-66'] }, async () => {
  t = await startTestApp({ limits: { perMember: 1, readyReadsPerMember: 2, reportsPerMember: 1 } })
  const ana = await t.member('ana.lima')
  const board = () => t.call(getLeaderboard, { as: ana })
  const own = () => t.call(getCurrentUser, { as: ana })
  const report = () => t.call(reportInteraction, { as: ana, body: {} })
  expect(await statusesOf([board, own, board])).toEqual([200, 200, 429])
  expect(await statusesOf([report, report])).toEqual([400, 429])
})

it('callers without a session are counted by address, whatever X-Forwarded-For says', {
  tags: ['sec-66'],
}, async () => {
  t = await startTestApp({ limits: { perAddress: 2 } })
  const readFrom = (nth: number) => () =>
    t.app
      .inject({ method: 'GET', url: '/api/user', headers: { 'x-forwarded-for': `203.0.113.${nth}` } })
      .then(({ statusCode }) => ({ status: statusCode }))
  expect(await statusesOf([readFrom(1), readFrom(2), readFrom(3)])).toEqual([401, 401, 429])
})

it.each([
  '/api/user/',
  '/API/user',
  '/api/User',

  '/api/user?x=1',
  '/api/%75ser',
  '/api/./user',
])(
  'another spelling of an address, as %s, has no budget of its own',
  { tags: ['sec-66'] },
  async (spelling) => {
    t = await startTestApp({ limits: { perAddress: 1 } })
    const get = (url: string) => () => t.request('GET', url)
    expect(await statusesOf([get('/api/user'), get('/api/user')])).toEqual([401, 429])
    // Either it is the same address, or none.
    expect([404, 429]).toContain((await get(spelling)()).status)
  },
)

it('the limits are those that the rules name', {
  tags: ['sec-66', 'sec-33', 'sec-50'],
}, async () => {
  t = await startTestApp()
  expect(defaultLimits).toMatchObject({
    perMember: 300,
    perAddress: 100,
    reportsPerMember: 60,
    probesPerMember: 10,
    perHookSecret: 120,
    socketsPerMember: 10,
    socketsPerAddress: 100,
  })
})
