import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import {
  createPointsConfiguration,
  deletePointsConfiguration,
  listPointsConfigurations,
  updatePointsConfiguration,
} from '#contract/points.schema.ts'
import { listPosts } from '#contract/posts.schema.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const noId = '0197f000-0000-7000-8000-000000000000'

let t: TestApp
let admin: TestMember
let ana: TestMember
let post: string
let heard: Announcement[] = []

beforeAll(async () => {
  // The default rules of a test database date from 2020, so the rules that these tests create are newer.
  t = await startTestApp({ limits: { perMember: 10_000 }, clock: testClock('2026-03-11T10:00:00Z') })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  post = await insertPost(t.deps, { platform: 'tiktok' })
  t.deps.live.listen((announcement) => heard.push(announcement))
})
afterAll(() => t.close())

const create = (body: unknown, as: TestMember | null = admin) =>
  t.call(createPointsConfiguration, { as, body })
const change = (id: string, body: unknown, as: TestMember = admin) =>
  t.call(updatePointsConfiguration, { as, params: { id }, body })
const remove = (id: string, as: TestMember = admin) =>
  t.call(deletePointsConfiguration, { as, params: { id } })
const worth = async () => (await t.call(listPosts, { as: ana })).answer.data[0]?.worth
const listed = async () => (await t.call(listPointsConfigurations, { as: ana })).answer.data
const audited = () =>
  t.deps.db.run(
    statement<{ action: string; subject: string; actor: string }>(
      'test_audited',
      `select action, subject, actor_id as actor from audit_entries where action like 'points-config%'
       order by created_at desc, id desc`,
    ),
    [],
  )

describe('a points rule', () => {
  it('is created with defaults for missing fields, and every post shows its new points at once', {
    tags: ['number-report-points'],
  }, async () => {
    expect(await worth()).toEqual({ like: 15, comment: 20, share: 30 })
    heard = []
    const reply = await create({ actionType: 'like', platform: 'tiktok', pointValue: 40 })
    expect(reply.status).toBe(200)
    expect(reply.answer.data).toEqual({
      id: reply.answer.data.id,
      actionType: 'like',
      platform: 'tiktok',
      context: null,
      pointValue: 40,
      multiplier: 100,
      bonusType: null,
      bonusValue: null,
      description: null,
      isActive: true,
    })
    expect((await listed())[0]).toEqual(reply.answer.data)
    expect(await worth()).toEqual({ like: 40, comment: 20, share: 30 })
    expect(heard).toEqual([
      {
        topics: ['rules', 'rewards'],
        messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: null } }],
      },
    ])
    expect((await audited())[0]).toMatchObject({
      action: 'points-config.create',
      subject: reply.answer.data.id,
      actor: admin.id,
    })
    await remove(reply.answer.data.id)
  })

  it('applies from then on and never changes earned points, and an undo takes back what the report earned', {
    tags: ['inv-19'],
  }, async () => {
    const rule = (await create({ actionType: 'comment', pointValue: 7, multiplier: 150 })).answer.data
    const fitting = (await create({ actionType: 'comment', context: 'honor_system', pointValue: 9 })).answer
      .data
    const report = await t.call(reportInteraction, {
      as: ana,
      body: { postId: post, interactionType: 'comment' },
    })
    expect(report.answer.points).toBe(9)
    await change(fitting.id, { pointValue: 500 })
    expect(await worth()).toMatchObject({ comment: 500 })
    await remove(fitting.id)
    await remove(rule.id)
    const { id, points } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    expect(points).toBe(9)
    const undone = await t.call(undoInteraction, { as: ana, params: { id } })
    expect(undone.answer.pointsRemoved).toBe(9)
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  })

  it('stands before all older ones, also before one of the same moment', async () => {
    const ids = [await create({ actionType: 'like' }), await create({ actionType: 'share' })].map(
      ({ answer }) => answer.data.id,
    )
    expect((await listed()).slice(0, 2).map(({ id }) => id)).toEqual([...ids].reverse())
    for (const id of ids) await remove(id)
  })

  it('changes only the fields that are sent', async () => {
    const { id } = (
      await create({
        actionType: 'share',
        platform: 'linkedin',
        context: 'verified',
        pointValue: 5,
        multiplier: 200,
        bonusType: 'streak',
        bonusValue: 3,
        description: 'For shares',
      })
    ).answer.data
    const reply = await change(id, { isActive: false, bonusType: null, bonusValue: null, description: '' })
    expect(reply.status).toBe(200)
    expect(reply.answer.data).toEqual({
      id,
      actionType: 'share',
      platform: 'linkedin',
      context: 'verified',
      pointValue: 5,
      multiplier: 200,
      bonusType: null,
      bonusValue: null,
      description: null,
      isActive: false,
    })
    expect((await change(id, { actionType: 'share', pointValue: 6 })).answer.data.pointValue).toBe(6)
    expect((await audited())[0]).toMatchObject({ action: 'points-config.update', subject: id })
    await remove(id)
  })

  it('is deleted once, with 204 and an empty body', async () => {
    const { id } = (await create({ actionType: 'like' })).answer.data
    const answer = await remove(id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }))
    expect((await remove(id)).status).toBe(404)
    expect((await change(id, { pointValue: 1 })).status).toBe(404)
    expect((await audited())[0]).toMatchObject({ action: 'points-config.delete', subject: id })
  })

  it('with an unknown id is a 404, with a malformed one a 400', async () => {
    expect((await change(noId, {})).status).toBe(404)
    expect((await remove(noId)).error.message).toBe('This configuration was not found')
    expect((await remove('nonsense')).status).toBe(400)
  })
})

describe('the API refuses', () => {
  const platforms = 'linkedin, twitter, facebook, instagram, youtube, tiktok, slack'
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no action type', {}, 'actionType', 'Action type is required'],
    ['an unknown action type', { actionType: 'hug' }, 'actionType', 'Action type must be one of'],
    ['an unknown platform', { actionType: 'like', platform: 'myspace' }, 'platform', platforms],
    ['an unknown context', { actionType: 'like', context: 'party' }, 'context', 'Context must be one of'],
    [
      'text instead of points',
      { actionType: 'like', pointValue: 'ten' },
      'pointValue',
      'whole number from 0 to',
    ],
    ['a number as text', { actionType: 'like', pointValue: '10' }, 'pointValue', 'whole number from 0 to'],
    ['half a point', { actionType: 'like', pointValue: 0.5 }, 'pointValue', 'whole number from 0 to'],
    ['negative points', { actionType: 'like', pointValue: -1 }, 'pointValue', 'whole number from 0 to'],
    ['too many points', { actionType: 'like', pointValue: 100_001 }, 'pointValue', 'to 100000'],
    ['a multiplier of 0', { actionType: 'like', multiplier: 0 }, 'multiplier', 'whole number from 1 to 1000'],
    ['a negative bonus', { actionType: 'like', bonusValue: -5 }, 'bonusValue', 'whole number from 0 to'],
    ['an unknown bonus', { actionType: 'like', bonusType: 'luck' }, 'bonusType', 'Bonus type must be one of'],
    [
      'a word instead of true or false',
      { actionType: 'like', isActive: 'yes' },
      'isActive',
      'Must be true or false',
    ],
    [
      'a long description',
      { actionType: 'like', description: 'x'.repeat(501) },
      'description',
      'at most 500',
    ],
  ])(
    '%s with 400 that names the field, when creating and when changing',
    { tags: ['form-rule-action', 'form-rule-points', 'form-rule-multiplier', 'form-rule-bonus'] },
    async (...wrong) => {
      const [, body, path, message] = wrong
      const before = await listed()
      const created = await create(body)
      expect(created.status).toBe(400)
      expect(created.error.issues).toEqual([{ path, message: expect.stringContaining(message) }])
      if (Object.keys(body).length > 1) {
        const { actionType: _, ...rest } = body
        const changed = await change(present(before[0]).id, rest)
        expect([changed.status, changed.error.issues?.[0]?.path]).toEqual([400, path])
      }
      expect(await listed()).toEqual(before)
    },
  )

  it('a value and a multiplier that together give more than 100,000 points', {
    tags: ['form-rule-product'],
  }, async () => {
    const before = await listed()
    const message = 'Points times multiplier must not give more than 100,000 points'
    const created = await create({ actionType: 'like', pointValue: 100_000, multiplier: 101 })
    expect([created.status, created.error.issues]).toEqual([400, [{ path: 'multiplier', message }]])
    const { id } = (await create({ actionType: 'like', pointValue: 10_000, multiplier: 1_000 })).answer.data
    for (const [wrong, path] of [
      [{ pointValue: 10_001 }, 'pointValue'],
      [{ pointValue: 20_000, multiplier: 501 }, 'multiplier'],
    ] as const) {
      const { status, error } = await change(id, wrong)
      expect([status, error.issues]).toEqual([400, [{ path, message }]])
    }
    expect((await change(id, { pointValue: 100_000, multiplier: 100 })).status).toBe(200)
    await remove(id)
    expect(await listed()).toEqual(before)
  })

  it('another action type for an existing rule', async () => {
    const { id } = (await create({ actionType: 'like' })).answer.data
    const answer = await change(id, { actionType: 'share' })
    expect(answer.status).toBe(400)
    expect(answer.error.issues?.[0]).toEqual({
      path: 'actionType',
      message: 'The action type of a configuration cannot be changed',
    })
    await remove(id)
  })

  it('everybody except admins, and changes nothing', {
    tags: ['rights-points-rules', 'sec-42'],
  }, async () => {
    const before = await listed()
    const { id } = present(before[0])
    const moderator = await t.member('mo.dane', 'moderator')
    for (const member of [ana, moderator]) {
      expect((await create({ actionType: 'like' }, member)).status).toBe(403)
      expect((await change(id, { pointValue: 9 }, member)).status).toBe(403)
      expect((await remove(id, member)).status).toBe(403)
    }
    expect((await create({ actionType: 'like' }, null)).status).toBe(401)
    expect(await listed()).toEqual(before)
  })
})

describe('the bonuses of reports', () => {
  it('add the streak bonus from the third day on', async () => {
    const { id } = (
      await create({
        actionType: 'like',
        platform: 'tiktok',
        pointValue: 10,
        bonusType: 'streak',
        bonusValue: 4,
      })
    ).answer.data
    const ben = await t.member('ben.okafor')
    const earned: number[] = []
    for (const day of ['12', '13', '14', '15']) {
      t.clock.set(`2026-03-${day}T10:00:00Z`)
      const postId = await insertPost(t.deps, { platform: 'tiktok' })
      const body = { postId, interactionType: 'like' }
      earned.push((await t.call(reportInteraction, { as: ben, body })).answer.points)
    }
    expect(earned).toEqual([10, 10, 14, 14])
    await remove(id)
  })
})
