import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { monthlyWinners } from '#server/db/schema/game.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { nameNamelessMembers } from './commands.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let contestId: ContestId
let announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z'), limits: { perMember: 10_000 } })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
  contestId = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
  const totals = { points: 25, shares: 0, engagements: 1 }
  const window = { startDate: asDay('2026-02-01'), endDate: asDay('2026-02-28') }
  await t.deps.db.orm.insert(monthlyWinners).values({
    id: newId(),
    contestId,
    userId: ana.id,
    year: 2026,
    month: 2,
    recordedAt: t.clock.now(),
    ...totals,
    ...window,
  })
  const report = { postId: await insertPost(t.deps), interactionType: 'like' }
  await t.call('POST', '/api/social-interactions/honor-report', ana, report)
  await t.call('POST', '/api/shares', ana, { platform: 'linkedin' })
  t.deps.live.listen((announcement) => announced.push(announcement))
})
afterEach(async () => {
  await save({ username: 'ana.lima', displayName: null })
  announced = []
})
afterAll(async () => {
  expect((await verify(t.deps.db)).find(({ name }) => name === 'display names')?.violations).toEqual([])
  await t.close()
})

const save = (body: object, as = ana) => t.call('PUT', '/api/user', as, body)
const get = async (url: string, as = admin) => (await t.call('GET', url, as)).json
const me = async (as = ana) => (await get('/api/user', as)).data
const run = (sql: string, values: string[] = []) => t.deps.db.run(statement('', sql), values)

/** Every answer that shows the member to others. */
const lists = () => [
  '/api/users',
  '/api/users?page=1',
  '/api/leaderboard',
  '/api/leaderboard?search=a',
  `/api/leaderboard/${contestId}`,
  '/api/leaderboard/streaks',
  '/api/activities',
  `/api/activities?userId=${ana.id}`,
  '/api/monthly-winners/previous',
  '/api/shares',
  '/api/shares?page=1',
  '/api/admin/audit?actor=ana',
]

describe('the name of a member', () => {
  test('is made of the username until they write one, and again once they clear it', {
    tags: ['name-derived', 'name-own'],
  }, async () => {
    const derived = { username: 'ana.lima', displayName: 'Ana Lima', ownDisplayName: null }
    expect(await me()).toMatchObject({ ...derived, defaultDisplayName: 'Ana Lima' })
    const { status, json } = await save({ username: 'ana.lima', displayName: '  Ana\u00a0  Nova ' })
    expect(status).toBe(200)
    const own = { displayName: 'Ana Nova', ownDisplayName: 'Ana Nova', defaultDisplayName: 'Ana Lima' }
    expect(json.data).toMatchObject({ ...own, username: 'ana.lima' })
    expect((await save({ username: 'ana.stella' })).json.data).toMatchObject({
      ...own,
      defaultDisplayName: 'Ana Stella',
    })
    for (const none of ['', '   ', null]) {
      await save({ username: 'ana.lima', displayName: 'Ana Nova' })
      expect((await save({ username: 'ana.lima', displayName: none })).json.data).toMatchObject(derived)
    }
  })

  test('stands beside the username wherever the product shows the member, and changes there at once', {
    tags: ['name-shown'],
  }, async () => {
    await save({ username: 'ana.lima', email: 'ana@b.test' })
    for (const name of ['Ana Lima', 'Ana Nova']) {
      await save({ username: 'ana.lima', displayName: name })
      for (const list of lists()) {
        const text = JSON.stringify(await get(list))
        expect(text, list).toContain(`"username":"ana.lima","displayName":"${name}"`)
      }
      for (const own of ['/api/leaderboard/me', `/api/leaderboard/${contestId}/me`, '/api/auth/me'])
        expect((await get(own, ana)).data, own).toMatchObject({ username: 'ana.lima', displayName: name })
    }
  })

  test('is in live messages and exports', async () => {
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    announced = []
    const postId = await insertPost(t.deps)
    await t.call('POST', '/api/social-interactions/honor-report', ana, { postId, interactionType: 'like' })
    const [{ id }] = (await get('/api/social-interactions/mine', ana)).data
    await t.call('DELETE', `/api/social-interactions/honor-report/${id}`, ana)
    const names = { username: 'ana.lima', displayName: 'Ana Nova' }
    expect(announced.flatMap(({ messages = [] }) => messages)).toMatchObject([
      { type: 'POINT_UPDATE', data: names },
      { type: 'POINT_REMOVAL', data: names },
    ])
    for (const file of ['members.csv', 'shares.csv', 'points.csv']) {
      const { text } = await t.call('GET', `/api/admin/exports/${file}`, admin)
      expect(text, file).toMatch(/^[^\n]*(Username|Member),Name,/)
      expect(text, file).toContain(',ana.lima,Ana Nova,')
    }
  })

  test.each([
    '/api/users?page=1&search=',
    '/api/leaderboard?search=',
    '/api/shares?page=1&search=',
    '/api/admin/audit?actor=',
  ])('is found at %s, and so is the username', { tags: ['name-found'] }, async (url) => {
    await save({ username: 'ana.lima', displayName: 'Zoë <Nova>' })
    for (const search of ['OË <no', 'A.LIM'])
      expect((await get(url + encodeURIComponent(search))).data.length, search).toBeGreaterThan(0)
    expect((await get(`${url}nobody%20at%20all`)).data).toEqual([])
  })

  test('may be the name of somebody else, and both are listed', async () => {
    const other = await t.member('zoe.brandt')
    for (const member of [other, ana])
      expect((await save({ username: member.username, displayName: 'Sam Doe' }, member)).status).toBe(200)
    const { data } = await get('/api/users?page=1&search=sam%20doe')
    expect(data.map(({ username }: TestMember) => username)).toEqual(['ana.lima', 'zoe.brandt'])
  })

  test('sorts the table of shares', async () => {
    const other = await t.member('aaa.first')
    await t.call('POST', '/api/shares', other, { platform: 'linkedin' })
    await save({ username: other.username, displayName: 'Zz Last' }, other)
    const { data } = await get('/api/shares?page=1&sort=username&direction=desc')
    expect(data[0]).toMatchObject({ username: 'aaa.first', displayName: 'Zz Last' })
  })

  test.each([
    ['81 characters', 'x'.repeat(81), 'Must be at most 80 characters long'],
    ['200 characters', '🎉'.repeat(200), 'Must be at most 80 characters long'],
    ['a bidi override', 'Ana \u202egnp.exe', 'Name may not hold characters that cannot be seen'],
    ['a zero-width space', 'Ana\u200bLima', 'Name may not hold characters that cannot be seen'],
    ['a line break', 'Ana\nLima', 'Name may not hold characters that cannot be seen'],
    ['no text', 7, 'Must be text'],
  ])('is refused with %s', async (_, displayName, message) => {
    const { status, json } = await save({ username: 'ana.lima', displayName })
    expect([status, json.issues]).toEqual([400, [{ path: 'displayName', message }]])
    expect(await me()).toMatchObject({ displayName: 'Ana Lima' })
  })

  test.each([
    ['<b>Ana</b>', '<b>Ana</b>'],
    ['<!channel>', '<!channel>'],
    ['🎉'.repeat(80), '🎉'.repeat(80)],
    ['Jose\u0301', 'José'],
    ["Robert'); drop table users;--", "Robert'); drop table users;--"],
  ])('is kept as text: %s', async (given, kept) => {
    expect((await save({ username: 'ana.lima', displayName: given })).json.data.displayName).toBe(kept)
  })

  test('is in the audit trail, and the change is announced', async () => {
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    expect(announced).toEqual([{ topics: ['members'], changedUsers: [ana.id] }])
    const [entry] = (await get(`${listAudit.path}?action=profile.update`)).data
    expect(entry).toMatchObject({
      subjectName: 'Ana Nova',
      actor: { id: ana.id, username: 'ana.lima', displayName: 'Ana Nova' },
      details: { before: { displayName: null }, after: { displayName: 'Ana Nova' } },
    })
  })
})

describe('members who were there before names were stored', () => {
  test('get one at the next start, once', async () => {
    const old = await t.member("sean.o'neil")
    await run("update users set display_name = '' where id = $1", [old.id])
    await nameNamelessMembers(t.deps)
    await nameNamelessMembers(t.deps)
    expect(await me(old)).toMatchObject({ displayName: "Sean O'Neil" })
    expect(announced).toEqual([{ topics: ['members'], changedUsers: [old.id] }])
  })
})
