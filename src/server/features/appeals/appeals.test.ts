import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAppeal, listOwnAppeals } from '#contract/appeals.schema.ts'
import { myInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { decideAppeal, getReviewCounts, listReviewAppeals, takeBackReport } from '#contract/review.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { changeRole, getCurrentUser } from '#contract/users.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { createAppeal as appealOf } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
const dayMs = 86_400_000

let t: TestApp
let ana: TestMember
let moderator: TestMember
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
  moderator = await t.member('mo.dane', 'moderator')
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  ana = await t.member(`ana.${newId()}`)
})

const takenBack = async (interactionType = 'comment', by = moderator) => {
  const body = { postId: await insertPost(t.deps, { content: 'Big news' }), interactionType }
  const { id } = (await t.call(reportInteraction, { as: ana, body })).answer
  t.clock.advance(dayMs)
  const reason = 'We could not find it'
  expect((await t.call(takeBackReport, { as: by, params: { id }, body: { reason } })).status).toBe(200)
  return id
}
const rejectedShare = async () => {
  const body = { platform: 'linkedin', customMessage: `Look ${newId()}` }
  const { id } = (await t.call(submitShare, { as: ana, body })).answer.data
  const rejection = { status: 'rejected', reason: 'The link needs a sign-in' }
  await t.call(reviewShare, { as: moderator, params: { id }, body: rejection })
  return id
}
const appeal = (body: Record<string, unknown>, as = ana) =>
  t.call(createAppeal, { as, body: { text: 'It is the third comment', ...body } })
const decide = (id: string, decision: string, as = admin, reason = 'Found it, sorry') =>
  t.call(decideAppeal, { as, params: { id }, body: { decision, reason } })
const userOf = async () => (await t.call(getCurrentUser, { as: ana })).answer.data
const own = async () => (await t.call(listOwnAppeals, { as: ana })).answer.data
const open = async (as = admin) =>
  (await t.call(listReviewAppeals, { as })).answer.data.filter(({ user }) => user.id === ana.id)

describe('an appeal', () => {
  it('goes to the reviewers with both sides, and gives everything back', {
    tags: ['appeal-round'],
  }, async () => {
    const interactionId = await takenBack()
    expect(await userOf()).toMatchObject({ totalPoints: 0, currentStreak: 0 })
    const reply = await appeal({ interactionId })
    const { id } = reply.answer.data
    expect(reply.answer.data).toMatchObject({
      subject: { type: 'interaction', id: interactionId, title: 'Big news', report: 'comment', points: 20 },
      reason: 'We could not find it',
      text: 'It is the third comment',
      decision: null,
    })
    expect(await open()).toMatchObject([
      { id, user: { id: ana.id }, takenBackBy: { id: moderator.id }, mayDecide: true },
    ])
    expect((await open(moderator))[0]).toMatchObject({ mayDecide: false })
    expect((await decide(id, 'given_back')).answer.data).toEqual({ id, decision: 'given_back' })
    expect(await userOf()).toMatchObject({ totalPoints: 30, totalEngagements: 1, longestStreak: 1 })
    const { counts } = (await t.call(myInteractions, { as: ana })).answer
    expect(counts).toEqual({ like: 0, comment: 1, share: 0 })
    expect(await open()).toEqual([])
    expect(await own()).toMatchObject([{ decision: 'given_back', decisionReason: 'Found it, sorry' }])
    const entries = (await t.call(listOwnLedger, { as: ana })).answer.data
    const given = entries.find(({ reason, report }) => reason === 'adjustment' && report)
    expect(given).toMatchObject({
      amount: 20,
      day: '2026-03-11',
      bookedOn: '2026-03-12',
      description: 'Given back: comment on “Big news”',
      note: { by: { id: admin.id }, reason: 'Found it, sorry' },
    })
    const taken = entries.find(({ reason, report }) => reason === 'undo' && report)
    expect(taken).toMatchObject({ appealable: null, appeal: { outcome: 'given_back' } })
  })

  it('may be upheld, with words, and there is no second one', { tags: ['appeal-once'] }, async () => {
    const interactionId = await takenBack()
    const { id } = (await appeal({ interactionId })).answer.data
    expect((await appeal({ interactionId })).status).toBe(409)
    await decide(id, 'upheld', admin, 'There is no third comment')
    expect(await userOf()).toMatchObject({ totalPoints: 0 })
    expect(await own()).toMatchObject([{ decision: 'upheld', decisionReason: 'There is no third comment' }])
    expect((await appeal({ interactionId })).status).toBe(409)
  })

  it('about a share verifies it, or brings it back beside its report', {
    tags: ['appeal-share'],
  }, async () => {
    const shareId = await rejectedShare()
    const { id } = (await appeal({ shareId })).answer.data
    expect((await open())[0]).toMatchObject({ subject: { type: 'share', id: shareId, report: null } })
    await decide(id, 'given_back')
    expect(await userOf()).toMatchObject({ totalPoints: 30, totalShares: 1 })
    const [share] = (await t.call(listShares, { as: ana })).answer.data
    expect(share).toMatchObject({ status: 'completed', reason: null, points: 30 })
  })

  it('is decided once when two reviewers do it at once: the second sees what the first did', async () => {
    const other = await t.member('nia.roy', 'moderator')
    const { id } = (await appeal({ interactionId: await takenBack() })).answer.data
    const both = await Promise.all([decide(id, 'given_back'), decide(id, 'upheld', other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = both.find(({ status }) => status === 409)
    expect(late?.error.message).toMatch(/^Somebody else decided this appeal: /)
    expect(await userOf()).toMatchObject({ totalPoints: both[0]?.status === 200 ? 30 : 0 })
  })

  it('is possible for 30 days, to the millisecond', { tags: ['appeal-deadline'] }, async () => {
    const interactionId = await takenBack()
    // A session does not last that long.
    const attempt = () => appealOf(t.deps, ana.id, { interactionId, text: 'There' })
    t.clock.advance(30 * dayMs + 1)
    await expect(attempt()).rejects.toMatchObject({ code: 'gone' })
    t.clock.advance(-1)
    expect((await attempt()).decision).toBeNull()
  })

  it('is not decided by its member, nor by whoever took it back while somebody else can', {
    tags: ['rights-review'],
  }, async () => {
    const { id } = (await appeal({ interactionId: await takenBack('like', admin) })).answer.data
    expect((await decide(id, 'upheld', admin)).status).toBe(403)
    expect((await decide(id, 'upheld', ana)).status).toBe(403)
    await t.call(changeRole, { as: admin, params: { id: ana.id }, body: { role: 'moderator' } })
    expect((await decide(id, 'given_back', ana)).status).toBe(403)
    const count = async (as: TestMember) => (await t.call(getReviewCounts, { as })).answer.data.appeals
    expect(await count(ana)).toBe((await count(moderator)) - 1)
    expect((await decide(id, 'upheld', moderator)).status).toBe(200)
  })

  it('is decided by an administrator who took it back themself where nobody else can', async () => {
    const alone = await startTestApp({ clock: testClock(start) })
    const boss = await alone.member('cara.ito', 'admin')
    const ben = await alone.member('ben.okafor')
    const body = { postId: await insertPost(alone.deps), interactionType: 'like' }
    const { id } = (await alone.call(reportInteraction, { as: ben, body })).answer
    await alone.call(takeBackReport, { as: boss, params: { id }, body: { reason: 'Gone' } })
    const made = await alone.call(createAppeal, { as: ben, body: { interactionId: id, text: 'There' } })
    const params = { id: made.answer.data.id }
    const decision = { decision: 'given_back', reason: 'Right' }
    expect((await alone.call(decideAppeal, { as: boss, params, body: decision })).status).toBe(200)
    await alone.close()
  })

  it('is refused for what still counts, for somebody else’s, and for what is unknown', async () => {
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    const { id } = (await t.call(reportInteraction, { as: ana, body })).answer
    expect((await appeal({ interactionId: id })).status).toBe(409)
    const interactionId = await takenBack()
    expect((await appeal({ interactionId }, moderator)).status).toBe(403)
    expect((await appeal({ interactionId: newId() })).status).toBe(404)
    expect((await appeal({ shareId: newId() })).status).toBe(404)
  })

  it.each([
    ['interactionId', {}],
    ['interactionId', { interactionId: newId(), shareId: newId() }],
    ['interactionId', { interactionId: 'this' }],
    ['text', { interactionId: newId(), text: '' }],
    ['text', { interactionId: newId(), text: 'x'.repeat(501) }],
  ])('names the field %s in %o', async (field, body) => {
    const { status, error } = await appeal(body)
    expect([status, error.issues?.[0]?.path]).toEqual([400, field])
  })
})
