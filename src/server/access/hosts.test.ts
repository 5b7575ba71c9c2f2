import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { isLive, isReady } from '#contract/health.schema.ts'
import { newPost } from '#contract/posts.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { hookSecret, postBody } from '#test/support/hooks.ts'
import { hostCheck } from './hosts.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({
    environment: {
      PUBLIC_URL: 'https://ovation.example.net',
      LEGACY_PUBLIC_URL: 'https://old.example.net:8443',
      TRUST_PROXY: '10.0.0.0/8',
    },
    config: { webhookSecret: hookSecret },
  })
})
afterAll(() => t.close())

const wrong = { message: 'The product does not answer under this host name' }
const ask = (url: string, headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
  t.app.inject({ url, headers, remoteAddress })

describe('another host than the own ones', () => {
  test.each(['/', '/dashboard', '/api/user', '/auth/slack', '/go/abc', '/assets/x.js', '/nowhere', '/api/%'])(
    'gets a 421 at %s',
    { tags: ['hostile-host-other', 'sec-72'] },
    async (url) => {
      const answer = await ask(url, { host: 'evil.test' })
      expect([answer.statusCode, answer.json()]).toEqual([421, wrong])
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('is refused although a session or a secret is right, and changes nothing', {
    tags: ['hostile-host-other', 'sec-72'],
  }, async () => {
    const admin = await t.member('iris.admin', 'admin')
    expect((await ask(getCurrentUser.path, { host: 'evil.test', cookie: admin.cookie })).statusCode).toBe(421)
    const headers = { host: 'evil.test', 'x-webhook-secret': hookSecret }
    const sent = await t.app.inject({ method: 'POST', url: newPost.path, headers, payload: postBody() })
    expect([sent.statusCode, sent.json()]).toEqual([421, wrong])
    const sid = { cookie: admin.cookie.replace(/^sid=/, '__Host-sid=') }
    const log = await t.call(listDeliveries, { as: { ...admin, ...sid } })
    expect(log.answer.data.filter(({ outcome }) => outcome !== 'refused')).toEqual([])
  })

  test('is answered where the product’s health is asked for', {
    tags: ['hostile-host-health', 'sec-72'],
  }, async () => {
    for (const { path } of [isLive, isReady])
      expect((await ask(path, { host: '10.1.2.3:3000' })).statusCode).toBe(200)
  })
})

test.each([
  'ovation.example.net',
  'OVATION.example.net',
  'ovation.example.net:443',
  'ovation.example.net:3000',
  'old.example.net',
  'old.example.net:8443',
])('the own host %s is served', { tags: ['hostile-host-other', 'sec-72'] }, async (host) => {
  expect((await ask(getCurrentUser.path, { host })).statusCode).toBe(401)
})

describe('the host that a proxy names', () => {
  const named = (forwarded: string) => ({ host: '127.0.0.1:3000', 'x-forwarded-host': forwarded })

  test('counts where the proxy is trusted', { tags: ['hostile-host-proxy', 'sec-72'] }, async () => {
    const path = getCurrentUser.path
    expect((await ask(path, named('ovation.example.net'), '10.0.0.5')).statusCode).toBe(401)
    const behindOther = { host: 'ovation.example.net', 'x-forwarded-host': 'evil.test' }
    expect((await ask(path, behindOther, '10.0.0.5')).statusCode).toBe(421)
  })

  test('means nothing from anybody else', { tags: ['hostile-host-proxy'] }, async () => {
    expect((await ask(getCurrentUser.path, named('ovation.example.net'))).statusCode).toBe(421)
    const own = { host: 'ovation.example.net', 'x-forwarded-host': 'evil.test' }
    expect((await ask(getCurrentUser.path, own)).statusCode).toBe(401)
  })
})

describe('the check', () => {
  const publicly = hostCheck({ publicUrl: 'https://ovation.example.net', legacyPublicUrl: null })
  const locally = hostCheck({ publicUrl: 'http://localhost:5173', legacyPublicUrl: null })

  test.each(['localhost', 'localhost:3001', '127.0.0.1:3000', '[::1]', '[::1]:3000', 'LOCALHOST'])(
    'takes %s only where the product is served on this machine',
    { tags: ['hostile-host-local'] },
    (host) => {
      expect([locally(host), publicly(host)]).toEqual([true, false])
    },
  )

  test.each([
    '',
    'evil.test',
    'localhost.evil.test',
    'evil.test@localhost',
    'localhost/evil.test',
    'localhost:80@evil.test',
    'localhost evil.test',
    '[::1',
    '[::2]',
    '10.0.0.1',
    'localhost:123456',
    'ovation.example.net.evil.test',
    'xovation.example.net',
  ])('never takes %o', { tags: ['hostile-host-local'] }, (host) => {
    expect([locally(host), publicly(host)]).toEqual([false, false])
  })
})
