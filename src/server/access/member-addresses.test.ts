import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { deleteOldMemberAddresses, ownAddressMs } from './addresses.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** Longer than a session is cached. */
const cachedMs = 5_000

interface Kept {
  readonly hash: string
  readonly seen: string
}

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
})
beforeEach(async () => {
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const use = (address: string, cookie = ana.cookie) =>
  t.app.inject({ url: '/api/auth/me', remoteAddress: address, headers: { cookie } })
const kept = (of = ana) =>
  t.deps.db.run(
    statement<Kept>(
      'test_member_addresses',
      `select address_hash as hash, to_json(seen_at)#>>'{}' as seen from member_addresses where user_id = $1
       order by seen_at, address_hash`,
    ),
    [of.id],
  )

it('where a member is signed in is kept as a keyed hash of the network', {
  tags: ['links-own-address'],
}, async () => {
  await use('203.0.113.7')
  t.clock.advance(minuteMs)
  await use('203.0.113.99')
  const [first, ...more] = await kept()
  expect(more).toEqual([])
  expect(first?.hash).toMatch(/^[\w-]{43}$/)
  t.clock.advance(cachedMs)
  await use('203.0.114.7')
  expect((await kept()).map(({ hash }) => hash)).toEqual([
    first?.hash,
    expect.not.stringMatching(first?.hash ?? ''),
  ])
})

it('an address is written at most once an hour, for each member', async () => {
  const startMs = t.clock.now().getTime()
  const seenAt = async (ms: number) => {
    t.clock.set(new Date(startMs + ms))
    await use('203.0.113.7')
    return (await kept()).map(({ seen }) => new Date(seen).getTime() - startMs)
  }
  expect(await seenAt(0)).toEqual([0])
  expect(await seenAt(hourMs - cachedMs)).toEqual([0])
  expect(await seenAt(hourMs)).toEqual([hourMs])
  const ben = await t.member('ben.okafor')
  await use('203.0.113.7', ben.cookie)
  expect(await kept(ben)).toHaveLength(1)
})

it('many members who come at once are all kept', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, (_, n) => t.member(`member.${n}`)))
  await Promise.all(members.flatMap(({ cookie }) => [use('192.0.2.1', cookie), use('192.0.2.2', cookie)]))
  for (const member of members) expect(await kept(member)).toHaveLength(1)
})

it('nobody is kept without a session', async () => {
  const count = async () =>
    (await t.deps.db.run(statement<object>('', 'select 1 from member_addresses'), [])).length
  const before = await count()
  await use('192.0.2.9', 'sid=nobody')
  await t.app.inject({ url: '/api/auth/me', remoteAddress: '192.0.2.9' })
  expect(await count()).toBe(before)
})

it('old addresses are removed, and no younger ones', async () => {
  await t.deps.db.script('delete from member_addresses')
  const startMs = t.clock.now().getTime()
  await use('203.0.113.7')
  t.clock.set(new Date(startMs + cachedMs))
  await use('203.0.115.7')
  const clean = (nowMs: number) =>
    deleteOldMemberAddresses(t.deps.db, { before: new Date(nowMs - ownAddressMs) })
  await clean(startMs + ownAddressMs - 1)
  expect(await kept()).toHaveLength(2)
  await clean(startMs + ownAddressMs)
  expect(await kept()).toHaveLength(1)
})
