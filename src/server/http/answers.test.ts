import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { buildApp } from '#server/app.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'

let t: TestApp
let app: FastifyInstance
let ana: TestMember
let finished: string[]

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.member('ana.lima')
  app = await buildApp(t.deps)
  app.addHook('onResponse', async ({ routeOptions: { url = 'no route' } }, { statusCode }) => {
    finished.push(`${statusCode} ${url}`)
  })
})
beforeEach(() => {
  finished = []
})
afterAll(async () => {
  await app.close()
  await t.close()
})

const leaderboard = '/api/leaderboard'
const signedIn = () => ({ cookie: ana.cookie, 'sec-fetch-site': 'same-origin' })

// Pages answer 503 until the browser code is built.
test.each<[string, string | RegExp, () => Promise<InjectOptions> | InjectOptions]>([
  ['an ordinary read', '200 /api/shares', () => ({ url: '/api/shares', headers: signedIn() })],
  [
    'an answer that is not cached yet',
    `200 ${leaderboard}`,
    () => ({ url: leaderboard, headers: signedIn() }),
  ],
  ['a cached answer', `200 ${leaderboard}`, () => ({ url: leaderboard, headers: signedIn() })],
  [
    'a cached answer that the browser has',
    `304 ${leaderboard}`,
    async () => {
      const { headers } = await app.inject({ url: leaderboard, headers: signedIn() })
      return { url: leaderboard, headers: { ...signedIn(), 'if-none-match': headers.etag } }
    },
  ],
  ["a member's cached answer", '200 /api/user', () => ({ url: '/api/user', headers: signedIn() })],
  ['a refusal for a signed-out caller', '401 /api/user', () => ({ url: '/api/user' })],
  [
    'a refusal for a member',
    '403 /api/admin/system',
    () => ({ url: '/api/admin/system', headers: signedIn() }),
  ],
  [
    'an invalid body',
    `400 ${reportInteraction.path}`,
    () => ({ method: 'POST', url: reportInteraction.path, headers: signedIn(), payload: {} }),
  ],
  [
    'a body that cannot be read',
    `400 ${reportInteraction.path}`,
    () => ({
      method: 'POST',
      url: reportInteraction.path,
      headers: { ...signedIn(), 'content-type': 'application/json' },
      payload: '{',
    }),
  ],
  [
    'a hook without its secret',
    '401 /api/webhooks/socialpilot/new-post',
    () => ({ method: 'POST', url: '/api/webhooks/socialpilot/new-post', payload: {} }),
  ],
  ['a redirect', '302 /auth/slack', () => ({ url: '/auth/slack' })],
  ['a page', /^(200|503) \/login$/, () => ({ url: '/login' })],
  ['a page that does not exist', /^(404|503) no route$/, () => ({ url: '/nowhere' })],
  ['a missing script', '^404 no route$', () => ({ url: '/assets/missing.js' })],
  ['an endpoint that does not exist', '^404 no route$', () => ({ url: '/api/nowhere' })],
  ['an address that cannot be decoded', '^404 no route$', () => ({ url: '/api/%zz' })],
  [
    'an address with a part that is too long',
    '^404 no route$',
    () => ({ url: `/api/posts/${'x'.repeat(201)}` }),
  ],
])('the response hook sees %s', async (_, expected, ask) => {
  const options = await ask()
  finished = []
  await app.inject(options)
  await expect.poll(() => finished).toEqual([expect.stringMatching(expected)])
})

test.each([
  ['that cannot be decoded', '/api/%zz'],
  ['of a page that cannot be decoded', '/%zz'],
  ['with a part that is too long', `/api/posts/${'x'.repeat(201)}`],
])('an address %s gets 404', async (_, url) => {
  const answer = await app.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ message: 'Not found' })
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})
