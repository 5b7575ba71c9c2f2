import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { emergencySignIn } from '#contract/auth.schema.ts'
import { changeStatus, getCurrentUser } from '#contract/users.schema.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

const proxy = '10.0.0.5'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ config: { trustProxy: ['10.0.0.0/8', '::1'] } })
})
afterAll(() => t.close())

const tryPassword = (forwardedFor: string) =>
  t.app
    .inject({
      method: 'POST',
      url: emergencySignIn.path,
      remoteAddress: proxy,
      headers: { 'x-forwarded-for': forwardedFor },
      payload: { email: 'admin@people.test', password: 'wrong' },
    })
    .then(({ statusCode }) => statusCode)

test.each([
  ['an address whose port changes', (nth: number) => `203.0.113.9:${40_000 + nth}`],
  ['an address in brackets whose port changes', (nth: number) => `[2001:db8::9]:${40_000 + nth}`],
  ['words that are no address', (nth: number) => `abc${nth}`],
  ['what stands before a word that is no address', (nth: number) => `198.51.100.${nth}, unknown`],
  ['an address before a trusted proxy with a port', (nth: number) => `192.0.2.1, 10.0.0.9:${nth + 1}`],
])(
  '%s gets no new tries of a password',
  { tags: ['hostile-address-forwarded', 'sec-14'] },
  async (...given) => {
    const [, header] = given
    const statuses: number[] = []
    for (let nth = 0; nth < 20; nth++) statuses.push(await tryPassword(header(nth)))
    expect(new Set(statuses.slice(6))).toEqual(new Set([429]))
  },
)

test('an address with changing ports has one budget of requests', {
  tags: ['hostile-address-forwarded', 'sec-14'],
}, async () => {
  const statuses: number[] = []
  for (let nth = 0; nth < 110; nth++) {
    const headers = { 'x-forwarded-for': `192.0.2.77:${nth + 1}` }
    const answer = await t.app.inject({ url: getCurrentUser.path, remoteAddress: proxy, headers })
    statuses.push(answer.statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
})

test.each([
  ['198.51.100.9:40000', '198.51.100.9'],
  ['[2001:db8::9]:40000', '2001:db8::9'],
  ['abc', proxy],
  ['9'.repeat(5_000), proxy],
  [`fe80::1%${'z'.repeat(5_000)}`, 'fe80::1'],
])(
  'the record of an act has an address of at most 45 characters for %o',
  {
    tags: ['hostile-address-stored'],
  },
  async (forwardedFor, stored) => {
    const name = crypto.randomUUID()
    const [admin, member] = [await t.member(`a-${name}`, 'admin'), await t.member(`m-${name}`)]
    const answer = await t.app.inject({
      method: 'PATCH',
      url: changeStatus.path.replace(':id', member.id),
      remoteAddress: proxy,
      headers: { cookie: admin.cookie, 'x-forwarded-for': forwardedFor },
      payload: { disabled: true },
    })
    expect(answer.statusCode).toBe(200)
    const [entry] = (await t.call(listAudit, { as: admin })).answer.data
    expect([entry?.ip, (entry?.ip ?? '').length <= 45]).toEqual([stored, true])
  },
)
