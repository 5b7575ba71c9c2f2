import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { listAudit } from '#contract/audit.schema.ts'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import { listPreviousWinners } from '#contract/contests.schema.ts'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import {
  getLeaderboard,
  getMyRank,
  getMyStanding,
  getStandings,
  getStreakLeaders,
} from '#contract/leaderboard.schema.ts'
import { getMemberCard } from '#contract/members.schema.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { listShares, submitShare } from '#contract/shares.schema.ts'
import { getCurrentUser, listUsers, updateProfile } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { monthlyWinners } from '#server/db/schema/contests.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
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
  await t.call(reportInteraction, { as: ana, body: report })
  await t.call(submitShare, { as: ana, body: { platform: 'linkedin' } })
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

const save = (body: object, as = ana) => t.call(updateProfile, { as, body })
const me = async (as = ana) => (await t.call(getCurrentUser, { as })).answer.data
const run = (sql: string, values: string[] = []) => t.deps.db.run(statement('', sql), values)

/** Every answer that shows the member to others. */
const lists = () => [
  t.call(listUsers, { as: admin }),
  t.call(listUsers, { as: admin, query: { page: 1 } }),
  t.call(getLeaderboard, { as: admin }),
  t.call(getLeaderboard, { as: admin, query: { search: 'a' } }),
  t.call(getStandings, { as: admin, params: { contestId } }),
  t.call(getStreakLeaders, { as: admin }),
  t.call(listActivities, { as: admin }),
  t.call(listActivities, { as: admin, query: { userId: ana.id } }),
  t.call(listPreviousWinners, { as: admin }),
  t.call(getMemberCard, { as: admin, params: { id: ana.id } }),
  t.call(listBell, { as: admin }),
  t.call(listShares, { as: admin }),
  t.call(listShares, { as: admin, query: { page: 1 } }),
  t.call(listAudit, { as: admin, query: { actor: 'ana' } }),
]

describe('the name of a member', () => {
  test('is made of the username until they write one, and again once they clear it', {
    tags: ['name-derived', 'name-own'],
  }, async () => {
    const derived = { username: 'ana.lima', displayName: 'Ana Lima', ownDisplayName: null }
    expect(await me()).toMatchObject({ ...derived, defaultDisplayName: 'Ana Lima' })
    const { answer } = await save({ username: 'ana.lima', displayName: '  Ana\u00a0  Nova ' })
    const own = { displayName: 'Ana Nova', ownDisplayName: 'Ana Nova', defaultDisplayName: 'Ana Lima' }
    expect(answer.data).toMatchObject({ ...own, username: 'ana.lima' })
    expect((await save({ username: 'ana.stella' })).answer.data).toMatchObject({
      ...own,
      defaultDisplayName: 'Ana Stella',
    })
    for (const none of ['', '   ', null]) {
      await save({ username: 'ana.lima', displayName: 'Ana Nova' })
      expect((await save({ username: 'ana.lima', displayName: none })).answer.data).toMatchObject(derived)
    }
  })

  test('stands beside the username wherever the product shows the member, and changes there at once', {
    tags: ['name-shown'],
  }, async () => {
    await save({ username: 'ana.lima', email: 'ana@b.test' })
    for (const name of ['Ana Lima', 'Ana Nova']) {
      await save({ username: 'ana.lima', displayName: name })
      const expected = `"username":"ana.lima","displayName":"${name}"`
      for (const { text } of await Promise.all(lists())) expect(text).toContain(expected)
      const own = [
        t.call(getMyRank, { as: ana }),
        t.call(getMyStanding, { as: ana, params: { contestId } }),
        t.call(authenticatedUser, { as: ana }),
      ]
      for (const { answer } of await Promise.all(own))
        expect(answer.data).toMatchObject({ username: 'ana.lima', displayName: name })
    }
  })

  test('is in live messages and exports', async () => {
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    announced = []
    const postId = await insertPost(t.deps)
    await t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } })
    const [report] = (await t.call(myInteractions, { as: ana })).answer.data
    await t.call(undoInteraction, { as: ana, params: { id: present(report).id } })
    const names = { username: 'ana.lima', displayName: 'Ana Nova' }
    expect(announced.flatMap(({ messages = [] }) => messages)).toMatchObject([
      { type: 'POINT_UPDATE', data: names },
      { type: 'POINT_REMOVAL', data: names },
    ])
    for (const file of ['members.csv', 'shares.csv', 'points.csv']) {
      const { text } = await t.request('GET', `/api/admin/exports/${file}`, admin)
      expect(text, file).toMatch(/^[^\n]*(Username|Member),Name,/)
      expect(text, file).toContain(',ana.lima,Ana Nova,')
    }
  })

  test.each([
    ['users', listUsers, 'search', { page: 1 }],
    ['leaderboard', getLeaderboard, 'search', {}],
    ['shares', listShares, 'search', { page: 1 }],
    ['audit trail', listAudit, 'actor', {}],
  ] as const)(
    'is found in the %s, and so is the username',
    { tags: ['name-found'] },
    async (_, list, field, rest) => {
      await save({ username: 'ana.lima', displayName: 'Zoë <Nova>' })
      const found = async (text: string) => {
        const { answer } = await t.call<ServedEndpoint>(list, {
          as: admin,
          query: { ...rest, [field]: text },
        })
        return answer
      }
      for (const text of ['OË <no', 'A.LIM']) expect(await found(text), text).not.toMatchObject({ data: [] })
      expect(await found('nobody at all')).toMatchObject({ data: [] })
    },
  )

  test('may be the name of somebody else, and both are listed', async () => {
    const other = await t.member('zoe.brandt')
    for (const member of [other, ana])
      expect((await save({ username: member.username, displayName: 'Sam Doe' }, member)).status).toBe(200)
    const { answer } = await t.call(listUsers, { as: admin, query: { page: 1, search: 'sam doe' } })
    expect(answer.data.map(({ username }) => username)).toEqual(['ana.lima', 'zoe.brandt'])
  })

  test('sorts the table of shares', async () => {
    const other = await t.member('aaa.first')
    await t.call(submitShare, { as: other, body: { platform: 'linkedin' } })
    await save({ username: other.username, displayName: 'Zz Last' }, other)
    const query = { page: 1, sort: 'username', direction: 'desc' }
    const { answer } = await t.call(listShares, { as: admin, query })
    expect(answer.data[0]).toMatchObject({ username: 'aaa.first', displayName: 'Zz Last' })
  })

  test.each([
    ['81 characters', 'x'.repeat(81), 'Must be at most 80 characters long'],
    ['200 characters', '🎉'.repeat(200), 'Must be at most 80 characters long'],
    ['a bidi override', 'Ana \u202egnp.exe', 'Name must not contain invisible characters'],
    ['a zero-width space', 'Ana\u200bLima', 'Name must not contain invisible characters'],
    ['a line break', 'Ana\nLima', 'Name must not contain invisible characters'],
    ['no text', 7, 'Must be text'],
  ])('is refused with %s', async (_, displayName, message) => {
    const { status, error } = await save({ username: 'ana.lima', displayName })
    expect([status, error.issues]).toEqual([400, [{ path: 'displayName', message }]])
    expect(await me()).toMatchObject({ displayName: 'Ana Lima' })
  })

  test.each([
    ['<b>Ana</b>', '<b>Ana</b>'],
    ['<!channel>', '<!channel>'],
    ['🎉'.repeat(80), '🎉'.repeat(80)],
    ['Jose\u0301', 'José'],
    ["Robert'); drop table users;--", "Robert'); drop table users;--"],
  ])('is kept as text: %s', async (given, kept) => {
    expect((await save({ username: 'ana.lima', displayName: given })).answer.data.displayName).toBe(kept)
  })

  test('is in the audit trail, and the change is announced', async () => {
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    await save({ username: 'ana.lima', displayName: 'Ana Nova' })
    expect(announced).toEqual([{ topics: ['members'], changedUsers: [ana.id] }])
    const [entry] = (await t.call(listAudit, { as: admin, query: { action: 'profile.update' } })).answer.data
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
