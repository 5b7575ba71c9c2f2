import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addSocialAccount,
  listSocialAccounts,
  removeSocialAccount,
  socialAccount,
} from '#contract/social-accounts.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { present } from '#test/support/present.ts'

const noId = '0197f000-0000-7000-8000-000000000000'

let t: TestApp
let admin: TestMember
let other: TestMember
let owner: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('ada.admin', 'admin')
  other = await t.member('mo.dane', 'moderator')
})
beforeEach(async () => {
  owner = await t.member('ana.lima')
})
afterAll(() => t.close())

const account = { platform: 'linkedin', handle: 'ana-lima' }
const add = (body: unknown = account, as: TestMember | null = owner) => t.call(addSocialAccount, { as, body })
const list = (as: TestMember | null = owner, userId: string = owner.id) =>
  t.call(listSocialAccounts, { as, params: { userId } })
const remove = (id: string, as: TestMember | null = owner) =>
  t.call(removeSocialAccount, { as, params: { id } })
const handles = async () => (await list()).answer.data.map(({ handle }) => handle)

describe('adding an account', () => {
  it('returns it with exactly the documented fields, and lists it', async () => {
    const profileUrl = 'https://www.linkedin.com/in/ana-lima'
    const { status, answer } = await add({ ...account, handle: '  ana-lima ', profileUrl })
    expect(status).toBe(200)
    expect(answer).toEqual({
      data: {
        id: expect.any(String),
        userId: owner.id,
        ...account,
        profileUrl,
        createdAt: t.clock.now().toISOString(),
      },
    })
    expect(Object.keys(answer.data).sort()).toEqual(Object.keys(socialAccount.shape).sort())
    expect((await list()).answer).toEqual({ data: [answer.data] })
  })

  it('adds it for the caller, and ignores other fields of the body', { tags: ['sec-39'] }, async () => {
    const body = { ...account, id: noId, userId: other.id, createdAt: '2001-01-01T00:00:00Z', role: 'admin' }
    const { status, answer } = await add(body)
    expect(status).toBe(200)
    expect(answer.data).toMatchObject({ userId: owner.id, createdAt: t.clock.now().toISOString() })
    expect(answer.data.id).not.toBe(noId)
    expect((await list(other, other.id)).answer.data).toEqual([])
    expect((await t.call(getCurrentUser, { as: owner })).answer.data.role).toBe('user')
  })

  it.each([[undefined], [null], [''], ['  ']])('treats %j as no address', async (profileUrl) => {
    expect((await add({ ...account, profileUrl })).answer.data.profileUrl).toBeNull()
  })

  it.each([
    ['platform', { handle: 'ana' }],
    ['platform', { ...account, platform: 'slack' }],
    ['platform', { ...account, platform: ['linkedin'] }],
    ['handle', { platform: 'linkedin' }],
    ['handle', { ...account, handle: ' ' }],
    ['handle', { ...account, handle: 7 }],
    ['handle', { ...account, handle: 'x'.repeat(101) }],
    ['profileUrl', { ...account, profileUrl: 'javascript:alert(1)' }],
    ['profileUrl', { ...account, profileUrl: 'data:text/html,hello' }],
    ['profileUrl', { ...account, profileUrl: '//evil.test' }],
    ['profileUrl', { ...account, profileUrl: 'https://ana:secret@x.test' }],
    ['profileUrl', { ...account, profileUrl: `https://x.test/${'a'.repeat(3_000)}` }],
    ['profileUrl', { ...account, profileUrl: 5 }],
  ])('refuses a wrong %s, names the field and adds nothing', async (path, body) => {
    const { status, error } = await add(body)
    expect(status).toBe(400)
    expect(error.issues).toEqual([expect.objectContaining({ path })])
    expect(await handles()).toEqual([])
  })

  it.each([['x'], ['x'.repeat(100)], ['🎉'.repeat(100)], ['"; drop table users; --']])(
    'stores the handle %j unchanged',
    async (handle) => {
      await add({ ...account, handle })
      expect(await handles()).toEqual([handle])
    },
  )

  it('refuses a handle that the member already has on the platform, in any case, but other members may have it', async () => {
    await add()
    for (const handle of ['ana-lima', 'ANA-Lima', ' Ana-Lima ']) {
      const { status, error } = await add({ ...account, handle })
      expect([status, error.issues?.[0]?.path]).toEqual([409, 'handle'])
    }
    expect((await add({ ...account, platform: 'twitter' })).status).toBe(200)
    expect((await add(account, await t.member('ben.okafor'))).status).toBe(200)
    expect(await handles()).toEqual(['ana-lima', 'ana-lima'])
  })

  it('adds an account once when it is sent twenty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await handles()).toEqual(['ana-lima'])
  })

  it('adds at most twenty accounts, however many are sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => add({ ...account, handle: `ana-${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const [one, ...rest] = (await list()).answer.data
    const first = present(one)
    expect(rest).toHaveLength(19)
    expect((await add({ ...account, handle: first.handle })).error.issues?.[0]?.path).toBe('handle')
    await remove(first.id)
    expect((await add()).status).toBe(200)
  })
})

describe('the accounts of a member', () => {
  it('are shown to the member and to administrators, and to nobody else', { tags: ['sec-38'] }, async () => {
    const { answer } = await add()
    expect((await list(admin)).answer).toEqual({ data: [answer.data] })
    for (const [as, status] of [
      [other, 403],
      [null, 401],
    ] as const) {
      const answer = await list(as)
      expect(answer.status).toBe(status)
      expect(answer.text).not.toContain('ana-lima')
    }
    expect((await list(other, noId)).status).toBe(403)
    expect((await list(admin, noId)).status).toBe(404)
    expect((await list(admin, 'ana')).status).toBe(400)
  })

  it('are listed oldest first', async () => {
    for (const handle of ['c', 'a', 'b']) {
      await add({ ...account, handle })
      t.clock.advance(1_000)
    }
    expect(await handles()).toEqual(['c', 'a', 'b'])
  })

  it('show no unsafe address, even if an old row has one', async () => {
    const { id } = (await add()).answer.data
    const change = "update social_accounts set profile_url = 'javascript:alert(1)' where id = $1"
    await t.deps.db.run(statement('', change), [id])
    expect((await list()).answer.data).toMatchObject([{ handle: 'ana-lima', profileUrl: null }])
  })
})

describe('removing an account', () => {
  it('removes the caller’s own, once', async () => {
    const { id } = (await add()).answer.data
    const { status, text } = await remove(id)
    expect([status, text]).toEqual([204, ''])
    expect(await handles()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  it('refuses another member’s account, an unknown id, a malformed id and signed-out callers', async () => {
    const { id } = (await add()).answer.data
    for (const as of [other, admin]) expect((await remove(id, as)).status).toBe(403)
    expect((await remove(noId)).status).toBe(404)
    expect((await remove('mine')).status).toBe(400)
    expect((await remove(id, null)).status).toBe(401)
    expect(await handles()).toEqual(['ana-lima'])
  })
})
