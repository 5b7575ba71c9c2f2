import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { putHonesty, getHonesty as readHonesty } from '#contract/honesty.schema.ts'
import { defaultHonesty, type HonestySettings, largestCap } from '#domain/honesty.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { getHonesty } from './store.ts'

const strict: HonestySettings = {
  dailyCaps: { like: 5, comment: 1, share: null },
  linkClicks: { perDay: 10, perAddress: 0 },
  checks: 'normal',
}

let t: TestApp
let admin: TestMember
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  t.deps.live.listen((announcement) => announced.push(announcement))
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.deps.db.script('delete from honesty_settings')
  announced.length = 0
})

const read = async () => (await t.call(readHonesty, { as: admin })).answer.data
const save = (body: unknown, as: TestMember | null = admin) => t.call(putHonesty, { as, body })
const acts = () =>
  t.deps.db.run(
    statement<{ actor: string; action: string; details: unknown }>(
      'test_honesty_acts',
      `select actor_id as actor, action, details from audit_entries where action like 'honesty%'
       order by created_at, id`,
    ),
    [],
  )

describe('the limits and checks', () => {
  it('start without caps and checks, with 20 clicks a day and 3 from one address', {
    tags: ['number-honesty'],
  }, async () => {
    expect(await read()).toEqual({
      dailyCaps: { like: null, comment: null, share: null },
      linkClicks: { perDay: 20, perAddress: 3 },
      checks: 'off',
    })
  })

  it('are replaced as a whole, and announced to everybody', { tags: ['admin-honesty-save'] }, async () => {
    const reply = await save(strict)
    expect([reply.status, reply.answer.data]).toEqual([200, strict])
    expect(await read()).toEqual(strict)
    expect(announced).toEqual([{ topics: ['honesty'] }])
    expect((await save(defaultHonesty)).answer.data).toEqual(defaultHonesty)
    expect(await getHonesty(t.deps.db)).toEqual(defaultHonesty)
  })

  it('can be as large as the largest cap', async () => {
    const dailyCaps = { like: largestCap, comment: null, share: 1 }
    expect((await save({ ...strict, dailyCaps })).answer.data.dailyCaps).toEqual(dailyCaps)
  })
})

describe('a save of the limits refuses', () => {
  const cap = `Must be a whole number from 1 to ${largestCap}`
  const clicks = `Must be a whole number from 0 to ${largestCap}`
  it.each([
    ['dailyCaps.like', { dailyCaps: { ...strict.dailyCaps, like: 'ten' } }, cap],
    ['dailyCaps.like', { dailyCaps: { ...strict.dailyCaps, like: '10' } }, cap],
    ['dailyCaps.like', { dailyCaps: { ...strict.dailyCaps, like: 0 } }, cap],
    ['dailyCaps.comment', { dailyCaps: { ...strict.dailyCaps, comment: -1 } }, cap],
    ['dailyCaps.share', { dailyCaps: { ...strict.dailyCaps, share: 1.5 } }, cap],
    ['dailyCaps.share', { dailyCaps: { ...strict.dailyCaps, share: largestCap + 1 } }, cap],
    ['linkClicks.perDay', { linkClicks: { perDay: -1, perAddress: 3 } }, clicks],
    ['linkClicks.perAddress', { linkClicks: { perDay: 20, perAddress: 'many' } }, clicks],
    ['checks', { checks: 'always' }, 'Checks must be one of off, light, normal'],
    ['checks', { checks: undefined }, 'Checks is required'],
  ])('%s as in %j, and names the field', { tags: ['form-honesty'] }, async (path, change, message) => {
    const answer = await save({ ...strict, ...change })
    expect(answer.status).toBe(400)
    expect(answer.error.issues).toEqual([{ path, message }])
    expect(await getHonesty(t.deps.db)).toEqual(defaultHonesty)
  })

  it('everybody except admins', { tags: ['rights-honesty'] }, async () => {
    const ana = await t.member('ana.lima')
    const moderator = await t.member('mo.diaz', 'moderator')
    for (const as of [ana, moderator]) {
      expect((await t.call(readHonesty, { as })).status).toBe(403)
      expect((await save(strict, as)).status).toBe(403)
    }
    expect((await t.call(readHonesty)).status).toBe(401)
    expect((await save(strict, null)).status).toBe(401)
    expect(await getHonesty(t.deps.db)).toEqual(defaultHonesty)
  })
})

describe('the audit trail', () => {
  it('has one entry per change with before and after, and none for a save that changes nothing', async () => {
    const before = (await acts()).length
    await save(defaultHonesty)
    expect([(await acts()).length - before, announced]).toEqual([0, []])
    await save(strict)
    await save(strict)
    expect((await acts()).slice(before)).toEqual([
      { actor: admin.id, action: 'honesty.update', details: { before: defaultHonesty, after: strict } },
    ])
  })

  it('tells the whole sequence of simultaneous changes', async () => {
    const before = (await acts()).length
    const caps = [1, 2, 3, 4, 5, 6]
    const withCap = (like: number) => ({ ...strict, dailyCaps: { ...strict.dailyCaps, like } })
    await Promise.all(caps.map((like) => save(withCap(like))))
    const changes = (await acts()).slice(before) as { details: Record<'before' | 'after', unknown> }[]
    expect(changes).toHaveLength(caps.length)
    const ends = changes.map(({ details }) => JSON.stringify(details.after))
    const starts = changes.map(({ details }) => JSON.stringify(details.before))
    expect(new Set(starts).size).toBe(caps.length)
    expect(ends.filter((end) => !starts.includes(end))).toHaveLength(1)
  })
})
