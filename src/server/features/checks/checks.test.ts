import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerCheck, listOwnChecks } from '#contract/checks.schema.ts'
import { putHonesty } from '#contract/honesty.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { decideCheck, getReviewCounts, listReviewChecks } from '#contract/review.schema.ts'
import { getToday } from '#contract/today.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import type { InteractionId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { reportChecks } from '#server/db/schema/honesty.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const start = '2026-03-11T10:00:00.000Z'
const dayMs = 86_400_000

let t: TestApp
let ana: TestMember
let moderator: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
  moderator = await t.member('mo.dane', 'moderator')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  ana = await t.member(`ana.${newId()}`)
})

const level = async (checks: string) => {
  const as = await t.member('cara.ito', 'admin')
  expect((await t.call(putHonesty, { as, body: { ...defaultHonesty, checks } })).status).toBe(200)
}
const report = async (interactionType = 'like') => {
  const body = { postId: await insertPost(t.deps, { content: 'Big news' }), interactionType }
  return (await t.call(reportInteraction, { as: ana, body })).answer.id
}
/** A check as if this report had been drawn. */
const asked = async (interactionType = 'like') => {
  const interactionId = await report(interactionType)
  return { interactionId, id: await insertCheck(interactionId) }
}
const insertCheck = async (interactionId: InteractionId) => {
  const id = newId<'check'>()
  const askedAt = t.clock.now()
  const dueAt = new Date(askedAt.getTime() + 5 * dayMs)
  const check = { id, userId: ana.id, interactionId, cause: 'sample' as const, askedAt, dueAt }
  await t.deps.db.orm.insert(reportChecks).values(check)
  return id
}
const own = async () => (await t.call(listOwnChecks, { as: ana })).answer.data
const answer = (id: string, body: Record<string, unknown>, as = ana) =>
  t.call(answerCheck, { as, params: { id }, body })
const decide = (id: string, body: Record<string, unknown>, as = moderator) =>
  t.call(decideCheck, { as, params: { id }, body })
const waiting = async () =>
  (await t.call(listReviewChecks, { as: moderator, query: { limit: 100 } })).answer.data.filter(
    ({ user }) => user.id === ana.id,
  )
const userOf = async () => (await t.call(getCurrentUser, { as: ana })).answer.data

describe('sampling', () => {
  it('asks nobody while it is off', { tags: ['checks-off'] }, async () => {
    await level('off')
    for (let nth = 0; nth < 12; nth++) await report()
    expect(await own()).toEqual([])
  })

  it('always asks in a burst of more than eight within ten minutes, and leaves at most three open', {
    tags: ['checks-burst'],
  }, async () => {
    await level('light')
    for (let nth = 0; nth < 20; nth++) await report()
    const open = await own()
    expect(open).toHaveLength(3)
    expect((await t.call(getToday, { as: ana })).answer.data.openChecks).toBe(3)
    // An answer makes room for the next one.
    await answer(present(open[0]).id, { answer: 'confirm' })
    await report()
    expect(await own()).toHaveLength(3)
    await level('off')
  })

  it('leaves at most three open when many reports come at once', { tags: ['checks-burst'] }, async () => {
    await level('normal')
    await Promise.all(Array.from({ length: 20 }, () => report()))
    expect(await own()).toHaveLength(3)
    await level('off')
  })

  it('draws about one in five of the first ten reports', async () => {
    await level('normal')
    let drawn = 0
    for (let nth = 0; nth < 40; nth++) {
      ana = await t.member(`ana.${newId()}`)
      for (let each = 0; each < 5; each++) await report()
      drawn += (await own()).length
    }
    // 200 reports: 40 are expected, and fewer than 15 or more than 75 practically never happen.
    expect(drawn).toBeGreaterThan(15)
    expect(drawn).toBeLessThan(75)
    await level('off')
  })
})

describe('a check', () => {
  it('is answered with one tap for a like, and that is all', { tags: ['checks-answer'] }, async () => {
    const { id, interactionId } = await asked()
    expect(await own()).toMatchObject([
      {
        id,
        interaction: { id: interactionId, type: 'like', points: 15 },
        post: { authorName: 'Northwind', content: 'Big news' },
        dueAt: '2026-03-16T10:00:00.000Z',
      },
    ])
    expect((await answer(id, { answer: 'confirm' })).answer.data).toEqual({ id, answer: 'confirm' })
    expect(await own()).toEqual([])
    expect(await waiting()).toEqual([])
    expect((await answer(id, { answer: 'confirm' })).status).toBe(409)
    expect(await userOf()).toMatchObject({ totalPoints: 25 })
  })

  it('of a comment needs a link or a word of three characters, which reviewers may read', {
    tags: ['checks-answer'],
  }, async () => {
    const { id } = await asked('comment')
    for (const note of [undefined, null, 'ok', '  a ']) {
      const { status, error } = await answer(id, { answer: 'confirm', note })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'note'])
    }
    expect((await answer(id, { answer: 'confirm', link: 'javascript:alert(1)' })).status).toBe(400)
    expect((await answer(id, { answer: 'confirm', note: 'Congratulations' })).status).toBe(200)
    expect(await waiting()).toMatchObject([
      { id, answer: { kind: 'confirm', note: 'Congratulations', link: null } },
    ])
    const byLink = await asked('share')
    expect((await answer(byLink.id, { answer: 'confirm', link: 'https://linkedin.com/1' })).status).toBe(200)
  })

  it('is answered by taking the report back, whenever it was made, and it may be made again', {
    tags: ['checks-withdrawal'],
  }, async () => {
    const { id, interactionId } = await asked('share')
    t.clock.advance(3 * dayMs)
    expect((await answer(id, { answer: 'take_back' })).status).toBe(200)
    expect(await userOf()).toMatchObject({ totalPoints: 0, totalShares: 0, longestStreak: 0 })
    expect(await own()).toEqual([])
    expect((await t.call(undoInteraction, { as: ana, params: { id: interactionId } })).status).toBe(409)
  })

  it('waits for a reviewer after five days, who confirms it', { tags: ['checks-review'] }, async () => {
    const { id } = await asked()
    expect((await decide(id, { decision: 'confirmed' })).status).toBe(409)
    expect(await waiting()).toEqual([])
    t.clock.advance(5 * dayMs)
    const count = async () => (await t.call(getReviewCounts, { as: moderator })).answer.data.checks
    const before = await count()
    expect(await waiting()).toMatchObject([{ id, cause: 'sample', answer: null }])
    expect(await userOf()).toMatchObject({ totalPoints: 25 })
    expect((await decide(id, { decision: 'confirmed' })).answer.data).toEqual({ id, decision: 'confirmed' })
    expect(await waiting()).toEqual([])
    expect(await count()).toBe(before - 1)
    expect((await decide(id, { decision: 'taken_back', reason: 'Gone' })).status).toBe(409)
    expect((await answer(id, { answer: 'confirm' })).status).toBe(409)
  })

  it('or takes the report back with a reason, against which the member may appeal', {
    tags: ['checks-review'],
  }, async () => {
    const { id } = await asked('comment')
    t.clock.advance(5 * dayMs)
    const { status, error } = await decide(id, { decision: 'taken_back' })
    expect([status, error.issues?.[0]?.path]).toEqual([400, 'reason'])
    expect((await decide(id, { decision: 'taken_back', reason: 'Not there' })).status).toBe(200)
    expect(await userOf()).toMatchObject({ totalPoints: 0 })
  })

  it('goes away with an undo of its report', async () => {
    const { interactionId } = await asked()
    expect((await t.call(undoInteraction, { as: ana, params: { id: interactionId } })).status).toBe(200)
    expect(await own()).toEqual([])
  })

  it('has one decision when two reviewers decide at once', async () => {
    const other = await t.member('nia.roy', 'moderator')
    const { id } = await asked()
    t.clock.advance(5 * dayMs)
    const both = await Promise.all([
      decide(id, { decision: 'confirmed' }),
      decide(id, { decision: 'taken_back', reason: 'Gone' }, other),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is nobody else’s to answer, and not its member’s to decide', { tags: ['rights-review'] }, async () => {
    const { id } = await asked()
    expect((await answer(id, { answer: 'confirm' }, moderator)).status).toBe(403)
    expect((await decide(id, { decision: 'confirmed' }, ana)).status).toBe(403)
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    const made = (await t.call(reportInteraction, { as: moderator, body })).answer.id
    ana = moderator
    const ownCheck = await insertCheck(made)
    t.clock.advance(5 * dayMs)
    expect((await decide(ownCheck, { decision: 'confirmed' })).status).toBe(403)
    expect((await decide(newId(), { decision: 'confirmed' })).status).toBe(404)
  })
})
