import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeRole, listUsers, updateProfile } from '#contract/users.schema.ts'
import { type ListedUser, userSorts } from '#contract/users.ts'
import { statement } from '#server/db/handle.ts'
import { memberSearch } from '#server/features/directory/store.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember } from '#test/support/fixtures.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  // More than two pages, inserted in no particular order. Every column except the id has equal values.
  const insert = statement(
    'test_insert_team',
    `insert into users (id, username, display_name, email, role, tracking_code, total_points, reached_at, created_at)
     select gen_random_uuid(), 'member ' || (n * 7 % 120), 'Person ' || n, case when n % 3 > 0 then 'm' || n || '@people.test' end,
       case when n % 10 = 0 then 'moderator' else 'user' end, 'code' || n, n % 5, $1::timestamptz,
       $1::timestamptz - (n % 4) * interval '1 day'
     from generate_series(1, 118) n`,
  )
  await t.deps.db.run(insert, [t.clock.now().toISOString()])
  // Searches draw on the planner's statistics.
  await t.deps.db.script('analyze member_directory')
})
afterAll(() => t.close())

const page = async (query: string, as = admin) => (await t.call(listUsers, { as, query })).answer
const ids = ({ data }: { readonly data: readonly ListedUser[] }) => data.map(({ id }) => id)

describe('the table of members', () => {
  it.each(userSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'sorted by %s %s lists every member once, in order across all pages',
    { tags: ['admin-users-sorted', 'f-21'] },
    async (sort, direction) => {
      const pages = [1, 2, 3, 4, 5, 6].map((number) =>
        page(`page=${number}&sort=${sort}&direction=${direction}`),
      )
      const answers = await Promise.all(pages)
      expect(answers.map(({ total }) => total)).toEqual(Array(6).fill(120))
      expect(answers.map(({ data }) => data.length)).toEqual([25, 25, 25, 25, 20, 0])
      const all: ListedUser[] = answers.flatMap(({ data }) => data)
      expect(new Set(all.map(({ id }) => id)).size).toBe(120)
      const values = all.flatMap((user) => {
        const value = sort === 'username' ? user.displayName : user[sort]
        return value === null || value === undefined
          ? []
          : [typeof value === 'string' ? value.toLowerCase() : value]
      })
      const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
      expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse())
      // Members without a value come last in both directions.
      expect(all.slice(values.length).every((user) => user[sort] === null)).toBe(true)
    },
  )

  it('is sorted by name by default, and without a page number it is the first hundred', {
    tags: ['admin-users-sorted'],
  }, async () => {
    expect(ids(await page('page=1'))).toEqual(ids(await page('page=1&sort=username&direction=asc')))
    const whole = await page('')
    expect(whole.data).toHaveLength(100)
    expect([whole.total, whole.byRole]).toEqual([120, undefined])
  })

  it.each([
    ['the username, in any case', 'ANA.li', ['ana.lima']],
    ['the display name, in any case', 'aNA Lim', ['ana.lima']],
    ['the address', 'm77@people', ['member 59']],
    ['the tracking code', 'code118', ['member 106']],
    ['a word in most names and a number in one', 'Person 77', ['member 59']],
    ['a percent sign, which is taken literally', '%', []],
    ['the beginning of a word, if the search is that short', 'LI', ['ana.lima']],
    ['a short end of a word, which is not looked for', 'ma', []],
    ['a sign that begins no word', '.l', ['ana.lima']],
  ])('is searched by %s', { tags: ['admin-users-searched'] }, async (_, search, found) => {
    const answer = await page(`page=1&search=${encodeURIComponent(search)}`)
    expect(answer.data.map(({ username }: ListedUser) => username)).toEqual(found)
    expect(answer.total).toBe(found.length)
  })
})

describe('the search of members', () => {
  it('looks up what few of them have in their names', { tags: ['admin-users-searched'] }, async () => {
    const { pattern, indexed } = await memberSearch(t.deps.db, 'Person 77', 'names')
    expect(pattern).toBe('%Person 77%')
    // Which letters before the number are in most names, the sample decides.
    expect(indexed).toMatch(/^%n? 77%$/)
  })
})

describe('the list of members without pages', () => {
  it('has at most a hundred, or as many as are asked for, and says how many there are', {
    tags: ['hostile-user-list', 'f-21'],
  }, async () => {
    const insert = statement(
      'test_insert_crowd',
      `insert into users (id, username, display_name, role, tracking_code, reached_at, created_at)
       select gen_random_uuid(), 'crowd ' || n, 'Crowd ' || n, 'user', 'crowd' || n, $1::timestamptz, $1::timestamptz
       from generate_series(1, 900) n`,
    )
    await t.deps.db.run(insert, [t.clock.now().toISOString()])
    try {
      for (const as of [admin, ana]) {
        const all = await page('', as)
        expect([all.data.length, all.total, new Set(ids(all)).size]).toEqual([100, 1_020, 100])
        const few = await page('limit=3', as)
        expect([ids(few), few.total]).toEqual([ids(all).slice(0, 3), 1_020])
        const found = await page('search=person%2011&limit=5', as)
        expect([found.data.length, found.total]).toEqual([5, 10])
      }
      for (const query of ['limit=0', 'limit=101', 'limit=x'])
        expect((await t.call(listUsers, { as: ana, query })).error.issues?.[0]?.path).toBe('limit')
    } finally {
      await t.deps.db.script("delete from users where username like 'crowd %'")
    }
  })

  it('can be asked for by id, up to a hundred, which answers the cards of enabled members', {
    tags: ['hostile-user-list'],
  }, async () => {
    const hundred = ids(await page('')).slice(0, 100)
    for (const as of [admin, ana]) {
      const answer = await page(`ids=${hundred.toReversed().join(',')}`, as)
      expect(ids(answer)).toEqual(hundred)
      for (const user of answer.data)
        expect(Object.keys(user).sort()).toEqual(['avatar', 'displayName', 'id', 'username'])
    }
    const gone = await t.member('gone.gus')
    await disableMember(t.deps, gone.id)
    expect((await page(`ids=${gone.id},${ana.id}`)).data.map(({ id }) => id)).toEqual([ana.id])
    for (const wrong of [Array(101).fill(ana.id).join(','), 'ana.lima', `${ana.id},`, '%00', '']) {
      const { status, error } = await t.call(listUsers, { as: ana, query: `ids=${wrong}` })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'ids'])
    }
  })
})

describe('the table of members with one role', () => {
  it('lists only them, and says how many there are in each', { tags: ['admin-users-by-role'] }, async () => {
    const byRole = { user: 108, moderator: 11, admin: 1 }
    expect((await page('page=1')).byRole).toEqual(byRole)
    const moderators = await page('page=1&role=moderator&sort=totalPoints')
    expect([moderators.total, moderators.byRole]).toEqual([11, byRole])
    expect(new Set(moderators.data.map(({ role }: ListedUser) => role))).toEqual(new Set(['moderator']))
    const found = await page('page=1&role=admin&search=ana.lima')
    expect(found).toEqual({ data: [], total: 0, byRole: { user: 1, moderator: 0, admin: 0 } })
  })

  it('is for administrators only', { tags: ['admin-users-by-role'] }, async () => {
    expect((await t.call(listUsers, { as: ana, query: { page: 1, role: 'admin' } })).status).toBe(403)
  })
})

describe('for members who are not administrators, the table', () => {
  it('shows names only, and searches names only', async () => {
    const answer = await page('page=2', ana)
    expect(answer.total).toBe(120)
    const shown = ['avatar', 'displayName', 'id', 'username']
    for (const user of answer.data) expect(Object.keys(user).sort()).toEqual(shown)
    expect((await page('page=1&search=m77%40people', ana)).data).toEqual([])
    expect((await page('page=1&search=ana', ana)).total).toBe(1)
    expect((await page('page=1&search=ana%20LIMA', ana)).total).toBe(1)
  })

  it('cannot be sorted by fields that only administrators see', async () => {
    expect((await t.call(listUsers, { as: ana, query: { page: 1, sort: 'email' } })).status).toBe(403)
  })
})

describe('the directory behind the table', () => {
  it('follows a member whose name, address and role change, and who is disabled', {
    tags: ['lists-directory'],
  }, async () => {
    const zoe = await t.member('zoe.quist')
    const found = async (query: string) => (await page(`page=1&${query}`)).data.map(({ id }) => id)
    expect(await found('search=quist')).toEqual([zoe.id])
    const body = { username: 'zoe.marsh', email: 'zoe@marsh.test', displayName: 'Zoe Marsh' }
    expect((await t.call(updateProfile, { as: zoe, body })).status).toBe(200)
    await t.call(changeRole, { as: admin, params: { id: zoe.id }, body: { role: 'moderator' } })
    expect(await found('search=quist')).toEqual([])
    expect(await found('search=marsh.test&role=moderator')).toEqual([zoe.id])
    await disableMember(t.deps, zoe.id)
    expect([await found('search=zoe'), await found('search=zoe&disabled=true')]).toEqual([[], [zoe.id]])
    expect(await found('disabled=true&sort=totalPoints')).toEqual(expect.arrayContaining([zoe.id]))
    const listed = (await verify(t.deps.db)).find(({ name }) => name === 'directory of members')
    expect(listed?.violations).toEqual([])
  })
})

describe('the table of members refuses', () => {
  it.each([
    'page=0',
    'page=x',
    'page=401',
    'page=1&sort=password_hash',
    'page=1&direction=up',
    'page=1&role=owner',
  ])('%s', async (query) => {
    const answer = await t.call(listUsers, { as: admin, query })
    expect(answer.status).toBe(400)
    expect(answer.error.issues?.[0]?.path).toBe(query.split('&').at(-1)?.split('=')[0])
  })

  it('to run SQL in a search', { tags: ['wrong-search', 'sec-60'] }, async () => {
    const answer = await page(`page=1&search=${encodeURIComponent("' or 1=1; drop table users --")}`)
    expect(answer).toEqual({ data: [], total: 0, byRole: { user: 0, moderator: 0, admin: 0 } })
  })
})
