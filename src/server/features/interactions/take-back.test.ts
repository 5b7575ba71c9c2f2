import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { listPreviousWinners } from '#contract/contests.schema.ts'
import { myInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import { listShares } from '#contract/shares.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

const start = '2026-03-11T10:00:00.000Z'
const dayMs = 86_400_000

let t: TestApp
let ana: TestMember
let moderator: TestMember
let admin: TestMember
let contest: string

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
  moderator = await t.member('mo.dane', 'moderator')
  admin = await t.member('cara.ito', 'admin')
  contest = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  ana = await t.member(`ana.${newId()}`)
})

const report = async (interactionType: string, postId = '', as = ana) => {
  const body = { postId: postId || (await insertPost(t.deps)), interactionType }
  return { ...(await t.call(reportInteraction, { as, body })).answer, postId: body.postId }
}
const takeBack = (id: string, as = moderator, reason: unknown = 'The comment is not there') =>
  t.call(takeBackReport, { as, params: { id }, body: { reason } })
const userOf = async (as = ana) => (await t.call(getCurrentUser, { as })).answer.data
const countsOf = async () => (await t.call(myInteractions, { as: ana })).answer.counts
const statementOf = async (as = ana) => (await t.call(listOwnLedger, { as })).answer.data
const standingOf = async (member = ana) =>
  (await t.call(getStandings, { as: member, params: { contestId: contest } })).answer.data.find(
    ({ id }) => id === member.id,
  )

describe('taking a report back', () => {
  it('does what an undo does, whenever the report was made, for the day on which it counted', {
    tags: ['honest-take-back'],
  }, async () => {
    const first = await report('like')
    t.clock.advance(dayMs)
    const second = await report('comment')
    expect(await userOf()).toMatchObject({ totalPoints: 45, totalEngagements: 2, currentStreak: 2 })
    t.clock.advance(3 * dayMs)
    const reply = await takeBack(first.id)
    expect(reply.answer.data).toMatchObject({
      id: first.id,
      state: 'taken_back',
      takenBack: { by: { id: moderator.id }, reason: 'The comment is not there' },
    })
    expect(await userOf()).toMatchObject({ totalPoints: 30, totalEngagements: 1, longestStreak: 1 })
    expect(await countsOf()).toEqual({ like: 0, comment: 1, share: 0 })
    expect(await standingOf()).toMatchObject({ monthlyPoints: 30, totalEngagements: 1 })
    await takeBack(second.id)
    expect(await userOf()).toMatchObject({ totalPoints: 0, totalEngagements: 0, longestStreak: 0 })
    const lines = (await t.call(listActivities, { as: ana, query: { userId: ana.id } })).answer.data
    expect(lines).toEqual([])
    const days = (await statementOf()).filter(({ reason }) => reason === 'undo').map(({ day }) => day)
    expect(new Set(days)).toEqual(new Set(['2026-03-11', '2026-03-12']))
  })

  it('tells the member who did it and why, and the audit trail too', {
    tags: ['honest-take-back'],
  }, async () => {
    const { id } = await report('comment')
    t.clock.advance(dayMs)
    await takeBack(id)
    const [entry] = (await statementOf()).filter(({ reason, report }) => reason === 'undo' && report)
    expect(entry).toMatchObject({
      amount: -20,
      description: expect.stringMatching(/^Taken back: comment on /),
      note: {
        by: { id: moderator.id, displayName: moderator.displayName },
        reason: 'The comment is not there',
      },
      appealable: { interactionId: id, shareId: null, until: '2026-04-11T10:00:00.000Z' },
    })
    const acts = await t.deps.db.run(
      statement<{ actor: string; details: Record<string, unknown> }>(
        'test_take_back_acts',
        `select actor_id as actor, details from audit_entries where action = 'report.take-back' and subject = $1`,
      ),
      [id],
    )
    expect(acts).toEqual([
      {
        actor: moderator.id,
        details: expect.objectContaining({ reason: 'The comment is not there', memberId: ana.id }),
      },
    ])
  })

  it('is silent to colleagues: nobody hears of it', async () => {
    const { id } = await report('like')
    const messages: unknown[] = []
    t.deps.live.listen((announcement) => messages.push(...(announcement.messages ?? [])))
    await takeBack(id)
    expect(messages).toEqual([])
  })

  it('keeps the same from being reported again, and says why', { tags: ['honest-take-back'] }, async () => {
    const { id, postId } = await report('like')
    await takeBack(id)
    const again = await t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } })
    expect(again.status).toBe(409)
    expect(again.error.message).toMatch(/took this report back/)
    const { data, takenBack } = (await t.call(myInteractions, { as: ana })).answer
    expect([data, takenBack]).toEqual([[], [{ postId, interactionType: 'like' }]])
  })

  it('takes the points of its share too, also if the share was worth more or was rejected', async () => {
    const { id } = await report('share')
    const [share] = (await t.call(listShares, { as: ana })).answer.data
    expect(share).toMatchObject({ report: 'live', points: 30 })
    await takeBack(id)
    expect(await userOf()).toMatchObject({ totalPoints: 0, totalShares: 0 })
    expect((await t.call(listShares, { as: ana })).answer.data).toMatchObject([{ report: 'taken_back' }])
  })

  it('in a closed contest changes the ledger and never the winner, and the audit trail says so', {
    tags: ['honest-closed-contest'],
  }, async () => {
    t.clock.set('2026-01-10T10:00:00Z')
    await insertContest(t.deps, {
      startDate: asDay('2026-01-01'),
      endDate: asDay('2026-01-31'),
    })
    const { id } = await report('share')
    t.clock.set('2026-02-02T10:00:00Z')
    await closeEndedContests(t.deps)
    const winners = async () =>
      (await t.call(listPreviousWinners, { as: ana })).answer.filter(
        ({ user }) => user.username === ana.username,
      )
    const before = await winners()
    expect(before).toMatchObject([{ totalPoints: 40, totalShares: 1 }])
    await takeBack(id)
    expect(await winners()).toEqual(before)
    expect(await userOf()).toMatchObject({ totalPoints: 0 })
    const [act] = await t.deps.db.run(
      statement<{ details: Record<string, unknown> }>(
        'test_closed_take_back',
        `select details from audit_entries where action = 'report.take-back' and subject = $1`,
      ),
      [id],
    )
    expect(act?.details).toMatchObject({ closedContests: ['Spring contest'] })
  })

  it('happens once when two reviewers do it at once', async () => {
    const { id } = await report('like')
    const replies = await Promise.all([takeBack(id), takeBack(id, admin)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await userOf()).toMatchObject({ totalPoints: 0 })
  })

  it('is refused for one’s own report, an undone one, an unknown one, without a reason, and for members', {
    tags: ['rights-review'],
  }, async () => {
    const own = await report('like', '', moderator)
    expect((await takeBack(own.id)).status).toBe(403)
    const { id } = await report('like')
    expect((await takeBack(newId())).status).toBe(404)
    expect((await takeBack(id, ana)).status).toBe(403)
    for (const reason of ['', '  ', 'x'.repeat(281), 7, null]) {
      const { status, error } = await takeBack(id, moderator, reason)
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'reason'])
    }
    expect(await userOf()).toMatchObject({ totalPoints: 25 })
  })
})
