import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applaud, listActivities, takeApplauseBack } from '#contract/activities.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import type { BellLine } from '#contract/bell.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import type { BellKind } from '#domain/bell.ts'
import { asDay } from '#domain/days.ts'
import type { InteractionId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { interactions } from '#server/db/schema/game.ts'
import { adjustments, appeals, reportChecks, takeBacks } from '#server/db/schema/honesty.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

const start = '2026-03-11T10:00:00.000Z'
const minuteMs = 60_000
let t: HookApp
let ana: TestMember
let ben: TestMember
let admin: TestMember
// Each test has a week of its own, so that it sees no line of another one.
let week = 0

beforeAll(async () => {
  t = await startHookApp({ clock: testClock(start), limits: { reportsPerMember: 10_000, perMember: 10_000 } })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  t.clock.advance(++week * 14 * 86_400_000)
  ana = await t.member(`ana.${newId()}`)
  ben = await t.member(`ben.${newId()}`)
  admin = await t.member(`iris.${newId()}`, 'admin')
})

async function report(as: TestMember, interactionType = 'like'): Promise<void> {
  t.clock.advance(minuteMs)
  const body = { postId: await insertPost(t.deps), interactionType }
  expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
}
const bellOf = async (as: TestMember) => (await t.call(listBell, { as })).answer.data
const linesOf = async (as: TestMember, ...kinds: BellKind[]): Promise<BellLine[]> =>
  (await bellOf(as)).filter(({ kind }) => kinds.includes(kind))
const activitiesOf = async (member: TestMember) =>
  (await t.call(listActivities, { as: ben, query: { userId: member.id } })).answer.data
/** A report on a post by Press that Ana made, as a row of its own. */
async function insertReport(type: 'like' | 'comment' = 'like'): Promise<InteractionId> {
  const { db, clock } = t.deps
  const id = newId<'interaction'>()
  const [at, postId] = [clock.now(), await insertPost(t.deps, { authorName: 'Press' })]
  const day = asDay(at.toISOString().slice(0, 10))
  const report = { id, userId: ana.id, postId, type, platform: 'linkedin' as const, points: 15, day }
  await db.orm.insert(interactions).values({ ...report, reportedAt: at, takenBackAt: at })
  return id
}
const now = () => t.clock.now().toISOString()
const plain = { user: null, subject: null, report: null, platform: null, count: 0, points: 0, reason: null }

describe('the bell tells a member', () => {
  test('that a share was verified or not accepted, once it was', { tags: ['bell-shares'] }, async () => {
    const submit = (platform: string) => t.call(submitShare, { as: ana, body: { platform } })
    const shares = [(await submit('twitter')).answer.data.id, (await submit('tiktok')).answer.data.id]
    const [verified = '', refused = ''] = shares
    const kinds = ['share_verified', 'share_not_accepted'] as const
    expect(await linesOf(ana, ...kinds)).toEqual([])
    const reason = 'The link needs a sign-in'
    const review = (id: string, status: string) =>
      t.call(reviewShare, {
        as: admin,
        params: { id },
        body: status === 'rejected' ? { status, reason } : { status },
      })
    t.clock.advance(minuteMs)
    await review(verified, 'completed')
    t.clock.advance(minuteMs)
    await review(refused, 'rejected')
    const at = now()
    t.clock.advance(minuteMs)
    // Another change of the same share is no new answer.
    await t.call(reviewShare, { as: admin, params: { id: refused }, body: { engagements: 3 } })
    const lines = await linesOf(ana, ...kinds)
    expect(lines).toMatchObject([
      { ...plain, id: refused, audience: 'you', kind: 'share_not_accepted', platform: 'tiktok', reason, at },
      { ...plain, id: verified, audience: 'you', kind: 'share_verified', platform: 'twitter', points: 30 },
    ])
    await review(refused, 'pending')
    expect(await linesOf(ana, 'share_not_accepted')).toEqual([])
    expect(await linesOf(ben, ...kinds)).toEqual([])
  })

  test('that a report was taken back, and why, until it is given back', {
    tags: ['bell-taken-back'],
  }, async () => {
    const { db, clock } = t.deps
    const interactionId = await insertReport()
    const reason = 'We could not find it'
    const row = { interactionId, userId: ana.id, reviewerId: admin.id, reason, createdAt: clock.now() }
    await db.orm.insert(takeBacks).values(row)
    const at = now()
    const about = { ...plain, audience: 'you', subject: 'Press', report: 'like', platform: 'linkedin', at }
    expect(await linesOf(ana, 'taken_back')).toEqual([
      { ...about, id: interactionId, kind: 'taken_back', points: -15, reason },
    ])
    expect(await linesOf(ben, 'taken_back')).toEqual([])
    const decided = { decidedBy: ben.id, decisionReason: 'It was there', decidedAt: clock.now() }
    const id = newId<'appeal'>()
    await db.orm.insert(appeals).values({ ...row, id, text: 'I did', decision: 'given_back', ...decided })
    await db.orm.update(takeBacks).set({ givenBackAt: clock.now() })
    expect(await linesOf(ana, 'taken_back', 'given_back')).toEqual([
      { ...about, id, kind: 'given_back', points: 15, reason: 'It was there' },
    ])
  })

  test('what an appeal came to, once it is decided', { tags: ['bell-appeals'] }, async () => {
    const { db, clock } = t.deps
    const share = await t.call(submitShare, { as: ana, body: { platform: 'tiktok' } })
    const shareId = share.answer.data.id
    const [id, createdAt] = [newId<'appeal'>(), clock.now()]
    const words = { reason: 'No link', text: 'It has one' }
    await db.orm.insert(appeals).values({
      id,
      userId: ana.id,
      shareId,
      reviewerId: admin.id,
      createdAt,
      ...words,
    })
    expect(await linesOf(ana, 'upheld', 'given_back')).toEqual([])
    const decision = { decision: 'upheld', decidedBy: ben.id, decisionReason: 'It leads nowhere' } as const
    await db.orm.update(appeals).set({ ...decision, decidedAt: clock.now() })
    expect(await linesOf(ana, 'upheld', 'given_back')).toEqual([
      {
        ...plain,
        id,
        audience: 'you',
        kind: 'upheld',
        platform: 'tiktok',
        reason: 'It leads nowhere',
        at: now(),
      },
    ])
  })

  test('that an administrator corrected their points, and why', { tags: ['bell-corrections'] }, async () => {
    const { db, clock } = t.deps
    const [id, reason] = [newId<'adjustment'>(), 'Counted twice in May']
    const row = { id, userId: ana.id, adminId: admin.id, amount: -40, reason, createdAt: clock.now() }
    await db.orm.insert(adjustments).values(row)
    const line = { ...plain, id, audience: 'you', kind: 'correction', points: -40, reason, at: now() }
    expect(await linesOf(ana, 'correction')).toEqual([line])
    expect(await linesOf(ben, 'correction')).toEqual([])
  })

  test('that a question about a report waits, until it is answered', { tags: ['bell-checks'] }, async () => {
    const { db, clock } = t.deps
    const interactionId = await insertReport('comment')
    await db.orm.update(interactions).set({ takenBackAt: null })
    const [id, askedAt] = [newId<'check'>(), clock.now()]
    const dueAt = new Date(askedAt.getTime() + 5 * 86_400_000)
    await db.orm
      .insert(reportChecks)
      .values({ id, userId: ana.id, interactionId, cause: 'sample', askedAt, dueAt })
    expect(await linesOf(ana, 'check')).toEqual([
      {
        ...plain,
        id,
        audience: 'you',
        kind: 'check',
        subject: 'Press',
        report: 'comment',
        platform: 'linkedin',
        at: now(),
      },
    ])
    await db.orm.update(reportChecks).set({ answer: 'confirm', answeredAt: clock.now() })
    expect(await linesOf(ana, 'check')).toEqual([])
  })

  test('of a badge, until an undo takes it back', { tags: ['bell-badges'] }, async () => {
    await report(ana)
    const line = {
      ...plain,
      audience: 'you',
      kind: 'achievement',
      subject: 'First Steps',
      points: 10,
      at: now(),
    }
    expect(await linesOf(ana, 'achievement')).toMatchObject([line])
    expect(await linesOf(ben, 'achievement')).toEqual([])
    const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    await t.call(undoInteraction, { as: ana, params: { id } })
    expect(await linesOf(ana, 'achievement')).toEqual([])
  })

  test('who passed them today, in one line, while that member is ahead', {
    tags: ['bell-passed'],
  }, async () => {
    const cara = await t.member(`cara.${newId()}`)
    await report(ben)
    await report(cara)
    await report(ana, 'share')
    t.clock.advance(86_400_000)
    expect(await linesOf(ana, 'passed_by')).toEqual([])
    await report(ben, 'share')
    const line = { ...plain, audience: 'you', kind: 'passed_by', at: now(), count: 1, user: { id: ben.id } }
    expect(await linesOf(ana, 'passed_by')).toMatchObject([line])
    await report(cara, 'share')
    await report(ben)
    const [only, ...more] = await linesOf(ana, 'passed_by')
    expect([only?.user?.id, only?.count, more]).toEqual([ben.id, 2, []])
    // Whoever was ahead already has not passed anybody.
    expect(await linesOf(cara, 'passed_by')).toMatchObject([])
    await report(ana, 'share')
    await report(ana, 'share')
    expect(await linesOf(ana, 'passed_by')).toEqual([])
  })

  test('of colleagues who applaud, in one line a day that grows', { tags: ['bell-applause'] }, async () => {
    const cara = await t.member(`cara.${newId()}`)
    await report(ana, 'comment')
    const [line, badge] = await activitiesOf(ana)
    const clap = (as: TestMember, id = line?.id ?? '') => t.call(applaud, { as, params: { id } })
    await clap(ben)
    const [first] = await linesOf(ana, 'applause')
    expect(first).toMatchObject({
      ...plain,
      audience: 'you',
      subject: line?.description,
      count: 1,
      at: now(),
    })
    t.clock.advance(minuteMs)
    await clap(cara)
    expect(await linesOf(ana, 'applause')).toEqual([{ ...first, count: 2, at: now() }])
    await clap(cara, badge?.id)
    expect(await linesOf(ana, 'applause')).toMatchObject([{ id: first?.id, subject: null, count: 2 }])
    t.clock.advance(86_400_000)
    await clap(admin)
    expect((await linesOf(ana, 'applause')).map(({ count }) => count)).toEqual([1, 2])
    await t.call(takeApplauseBack, { as: admin, params: { id: line?.id ?? '' } })
    expect((await linesOf(ana, 'applause')).map(({ count }) => count)).toEqual([2])
    expect(await linesOf(ben, 'applause')).toEqual([])
  })

  test('of a contest from three days before its end', { tags: ['bell-contest'] }, async () => {
    await insertContest(t.deps, { startDate: asDay('2030-03-01'), endDate: asDay('2030-03-31') })
    t.clock.set('2030-03-28T10:00:00Z')
    const zoe = await t.member('zoe.contest')
    const daysLeft = async (at: string) => {
      t.clock.set(at)
      return (await linesOf(zoe, 'contest_ends')).map(({ count, at: since }) => [count, since])
    }
    const since = '2030-03-29T00:00:00.000Z'
    expect(await daysLeft('2030-03-28T23:59:00Z')).toEqual([])
    expect(await daysLeft('2030-03-29T00:00:00Z')).toEqual([[3, since]])
    expect(await daysLeft('2030-03-31T23:59:00Z')).toEqual([[1, since]])
    expect(await daysLeft('2030-04-01T00:00:00Z')).toEqual([])
  })

  test('of a month without a contest from ten days before, if they are an administrator, until it has one', {
    tags: ['bell-no-contest'],
  }, async () => {
    t.clock.set('2031-11-20T23:59:00Z')
    const boss = await t.member('boss.contest', 'admin')
    const member = await t.member('zoe.contest')
    expect(await linesOf(boss, 'no_contest')).toEqual([])
    t.clock.set('2031-11-24T12:00:00Z')
    const line = {
      audience: 'you',
      kind: 'no_contest',
      subject: '2031-12-01',
      at: '2031-11-21T00:00:00.000Z',
    }
    expect(await linesOf(boss, 'no_contest')).toEqual([{ ...plain, ...line, id: 'no_contest 2031-12-01' }])
    expect(await linesOf(member, 'no_contest')).toEqual([])
    expect(await linesOf(await t.member('mo.contest', 'moderator'), 'no_contest')).toEqual([])
    await insertContest(t.deps, { startDate: asDay('2031-12-31'), endDate: asDay('2032-01-31') })
    expect(await linesOf(boss, 'no_contest')).toEqual([])
  })

  test('nothing that is older than a week, except from the team', async () => {
    await report(ana)
    const seen = async () => {
      // Members are signed out after so long.
      const cookie = await insertTestSession(t.deps, ana.id)
      return (await linesOf({ ...ana, cookie }, 'achievement')).length
    }
    t.clock.advance(6 * 86_400_000)
    expect(await seen()).toBe(1)
    t.clock.advance(86_400_000)
    expect(await seen()).toBe(0)
    expect((await linesOf(await t.member('late.lou'), 'activity')).length).toBeGreaterThan(0)
  })
})

describe('the team’s part of the bell', () => {
  test('has new posts and what colleagues did, without the member’s own', {
    tags: ['bell-team'],
  }, async () => {
    await t.newPost({ post_url: `https://x.test/${newId()}`, content: 'News' })
    t.clock.advance(minuteMs)
    await report(ana)
    await report(ben, 'comment')
    const [own, first, second, third] = await bellOf(ana)
    expect(own).toMatchObject({ audience: 'you', kind: 'achievement' })
    expect([first, second].map((line) => line?.user?.id)).toEqual([ben.id, ben.id])
    expect([first, second].map((line) => [line?.audience, line?.kind])).toEqual(
      Array(2).fill(['team', 'activity']),
    )
    expect(third).toMatchObject({
      ...plain,
      audience: 'team',
      kind: 'post',
      subject: 'New LinkedIn post by Ana Lima',
      platform: 'linkedin',
    })
    const lines = await linesOf(ana, 'activity')
    expect(lines.filter(({ user }) => user?.id === ana.id)).toEqual([])
  })

  test('fills up to ten lines in all', { tags: ['bar-bell-list'] }, async () => {
    for (let nth = 0; nth < 12; nth++) await report(ben)
    expect(await bellOf(ana)).toHaveLength(10)
    await report(ana)
    expect((await bellOf(ana)).map(({ audience }) => audience)).toEqual(['you', ...Array(9).fill('team')])
  })

  test('is for members only', async () => {
    expect((await t.call(listBell)).status).toBe(401)
  })
})
