import { afterAll, beforeAll, expect, it } from 'vitest'
import { getCurrentUser } from '#contract/users.schema.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

let t: TestApp
let secure: TestApp

beforeAll(async () => {
  t = await startTestApp()
  secure = await startTestApp({ environment: { PUBLIC_URL: 'https://ovation.example.net' } })
})
afterAll(async () => {
  await t.close()
  await secure.close()
})

/** The policy of what is not a page. */
const nothing = "default-src 'none'; frame-ancestors 'none'"

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

it.each([
  '/',
  '/nowhere',
  '/assets/missing.js',
  '/api/user',
  '/api/nowhere',
  '/auth/nowhere',
  '/health/live',
])(
  'sends the security headers at %s, and none that reveals the server software',
  { tags: ['sec-64'] },
  async (url) => {
    const { headers } = await t.request('GET', url)
    expect(headers).toMatchObject(everywhere)
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers[name]).toBeUndefined()
  },
)

it('lets pages run and load only their own code, and files and API answers nothing', {
  tags: ['sec-63'],
}, async () => {
  const page = String((await t.request('GET', '/nowhere')).headers['content-security-policy'])
  const policy = page.split(';').map((part) => part.trim())
  for (const part of [
    "default-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(part)
  const query = String((await t.request('GET', '/nowhere?of=a.txt')).headers['content-security-policy'])
  expect(query).toBe(page)
  for (const url of ['/assets/missing.js', '/favicon.svg'])
    expect((await t.request('GET', url)).headers['content-security-policy']).toBe(nothing)
  const answer = (await t.call(getCurrentUser)).headers
  expect(answer['content-security-policy']).toBe(nothing)
  expect(answer['cache-control']).toBe('no-store')
})

it.each([
  ['Slack itself', {}, ''],
  ['a stand-in for its chat', { SLACK_API_URL: 'http://127.0.0.1:4000/api/' }, ' http://127.0.0.1:4000'],
  ['a stand-in for its sign-in', { SLACK_ISSUER: 'http://localhost:4001' }, ' http://localhost:4001'],
  [
    'a stand-in for both',
    { SLACK_API_URL: 'http://127.0.0.1:4000/api/', SLACK_ISSUER: 'http://127.0.0.1:4000' },
    ' http://127.0.0.1:4000',
  ],
  ['another host', { SLACK_API_URL: 'https://slack.test/api/', SLACK_ISSUER: 'https://slack.test' }, ''],
])('lets pages load pictures over https, and with %s from there too', async (_, addresses, origins) => {
  const slack = { SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 'secret', SLACK_TEAM_ID: 'T1' }
  const app = await startTestApp({ environment: { ...slack, ...addresses } })
  const policy = (await app.request('GET', '/nowhere')).headers['content-security-policy']
  expect(String(policy).split(';')).toContain(`img-src 'self' https: data:${origins}`)
  await app.close()
})

it('lets no answer of the sign-in with the chat be kept, where it leads on and where it refuses', {
  tags: ['sec-10'],
}, async () => {
  for (const url of ['/auth/slack', '/auth/slack/callback?code=a&state=b', '/auth/nowhere']) {
    const { status, headers } = await t.request('GET', url)
    expect([url, status, headers['cache-control']]).toEqual([
      url,
      url === '/auth/nowhere' ? 404 : 302,
      'no-store',
    ])
  }
})

it('requires https for two years when the product is served over https, and only then', {
  tags: ['sec-64'],
}, async () => {
  expect((await secure.call(getCurrentUser)).headers['strict-transport-security']).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect((await t.call(getCurrentUser)).headers['strict-transport-security']).toBeUndefined()
})
