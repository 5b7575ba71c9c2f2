import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import {
  getReviewCounts,
  listReviewReports,
  listReviewShares,
  takeBackReport,
} from '#contract/review.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

let t: TestApp
let ana: TestMember
let ben: TestMember
let moderator: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00Z'), limits: { perMember: 10_000 } })
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  moderator = await t.member('mo.dane', 'moderator')
})
afterAll(() => t.close())

const submit = async (as: TestMember, customMessage: string) => {
  t.clock.advance(1_000)
  const body = { platform: 'linkedin', customMessage }
  return (await t.call(submitShare, { as, body })).answer.data.id
}
const answer = async (id: string, body: Record<string, unknown>) => {
  t.clock.advance(1_000)
  expect((await t.call(reviewShare, { as: moderator, params: { id }, body })).status).toBe(200)
}
const shares = async (query: Record<string, unknown> = {}) =>
  (await t.call(listReviewShares, { as: moderator, query })).answer
const countsOf = async (as = moderator) => (await t.call(getReviewCounts, { as })).answer.data

describe('the queues of shares', () => {
  it('have those to review oldest first, then the answered ones newest first', {
    tags: ['review-shares'],
  }, async () => {
    const messages = ['first', 'second', 'third', 'fourth', 'fifth']
    const ids: string[] = []
    for (const [nth, message] of messages.entries()) ids.push(await submit(nth % 2 ? ben : ana, message))
    const own = await submit(moderator, 'own')
    await answer(ids[1] ?? '', { status: 'completed' })
    await answer(ids[2] ?? '', { status: 'rejected', reason: 'The link does not open' })
    const waiting = await shares()
    expect(waiting.data.map(({ customMessage }) => customMessage)).toEqual([
      'first',
      'fourth',
      'fifth',
      'own',
    ])
    expect(waiting.data[0]).toMatchObject({
      user: { id: ana.id, displayName: ana.displayName },
      status: 'pending',
      worth: 30,
    })
    expect(await countsOf()).toMatchObject({ shares: 3 })
    expect((await shares({ status: 'not_accepted' })).data).toMatchObject([
      { id: ids[2], reason: 'The link does not open', user: { id: ana.id } },
    ])
    const all = { status: 'to_review,verified,not_accepted' }
    const expected = ['first', 'fourth', 'fifth', 'own', 'third', 'second']
    for (const limit of [1, 2, 3, 4, 5, 100]) {
      const seen: unknown[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const part = await shares({ ...all, limit, cursor })
        seen.push(...part.data.map(({ customMessage }) => customMessage))
        cursor = part.nextCursor
      }
      expect(seen, `by ${limit}`).toEqual(expected)
    }
    expect(
      (await t.call(reviewShare, { as: moderator, params: { id: own }, body: { points: 9 } })).status,
    ).toBe(403)
  })

  it('leave out the shares of reports and those of disabled members', {
    tags: ['review-shares'],
  }, async () => {
    const dan = await t.member('dan.weiss')
    const body = { postId: await insertPost(t.deps), interactionType: 'share' }
    await t.call(reportInteraction, { as: dan, body })
    const id = await submit(dan, 'from a leaver')
    const isThere = async () => (await shares({ limit: 100 })).data.some((share) => share.id === id)
    expect(await isThere()).toBe(true)
    const before = await countsOf()
    await disableMember(t.deps, dan.id)
    expect(await isThere()).toBe(false)
    expect((await countsOf()).shares).toBe(before.shares - 1)
  })

  it('refuse an unknown queue by its name', async () => {
    const { status, error } = await t.call(listReviewShares, { as: moderator, query: { status: 'done' } })
    expect([status, error.issues?.[0]?.path]).toEqual([400, 'status'])
  })
})

describe('the list of reports', () => {
  const reports = async (query: Record<string, unknown> = {}) =>
    (await t.call(listReviewReports, { as: moderator, query })).answer
  const report = async (as: TestMember, postId: string, interactionType: string) => {
    t.clock.advance(1_000)
    return (await t.call(reportInteraction, { as, body: { postId, interactionType } })).answer.id
  }

  it('has all reports with their states, and finds them by member, post and day', {
    tags: ['review-reports'],
  }, async () => {
    t.clock.set('2026-03-20T10:00:00Z')
    moderator = await t.member('mo.dane', 'moderator')
    const [zoe, yan] = [await t.member('zoë.brandt'), await t.member('yan.li')]
    const post = await insertPost(t.deps, { content: 'Ledger the bear', authorName: 'Brightwater' })
    const like = await report(zoe, post, 'like')
    const comment = await report(zoe, post, 'comment')
    await t.call(undoInteraction, { as: zoe, params: { id: comment } })
    t.clock.set('2026-03-21T10:00:00Z')
    const share = await report(yan, post, 'share')
    const body = { reason: 'It is not there' }
    const reply = await t.call(takeBackReport, { as: moderator, params: { id: share }, body })
    expect(reply.answer.data).toMatchObject({ id: share, state: 'taken_back', points: 30 })
    const all = await reports({ postId: post })
    expect(all.data.map(({ id, state }) => [id, state])).toEqual([
      [share, 'taken_back'],
      [comment, 'undone'],
      [like, 'live'],
    ])
    expect(all.data[2]).toMatchObject({
      user: { id: zoe.id, displayName: zoe.displayName },
      post: { id: post, authorName: 'Brightwater', content: 'Ledger the bear' },
      type: 'like',
      platform: 'linkedin',
      points: 15,
      takenBack: null,
    })
    const found = async (query: Record<string, unknown>) => (await reports(query)).data.map(({ id }) => id)
    expect(await found({ search: 'ZOË' })).toEqual([comment, like])
    expect(await found({ search: 'yan', from: asDay('2026-03-21') })).toEqual([share])
    expect(await found({ userId: zoe.id, to: asDay('2026-03-19') })).toEqual([])
    expect(await found({ search: '%' })).toEqual([])
    const first = await reports({ postId: post, limit: 1 })
    const rest = await reports({ postId: post, limit: 5, cursor: first.nextCursor })
    expect([...first.data, ...rest.data]).toEqual(all.data)
  })

  it.each([
    ['postId', 'postId=x'],
    ['from', 'from=monday'],
    ['to', 'to=2026-02-30'],
    ['cursor', 'cursor=x'],
    ['search', `search=${'x'.repeat(201)}`],
  ])('refuses a wrong %s by its name', async (field, query) => {
    const { status, error } = await t.call(listReviewReports, { as: moderator, query })
    expect([status, error.issues?.[0]?.path]).toEqual([400, field])
  })

  it('answers an unknown report of a take-back with 404', async () => {
    const unknown = { as: moderator, params: { id: newId() }, body: { reason: 'Gone' } }
    expect((await t.call(takeBackReport, unknown)).status).toBe(404)
  })
})
