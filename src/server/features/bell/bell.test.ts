import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applaud, listActivities, takeApplauseBack } from '#contract/activities.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import type { BellLine } from '#contract/bell.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import type { BellKind } from '#domain/bell.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
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
const now = () => t.clock.now().toISOString()
const plain = { user: null, subject: null, platform: null, count: 0, points: 0 }

describe('the bell tells a member', () => {
  test('that a share was verified or not accepted, once it was', { tags: ['bell-shares'] }, async () => {
    const submit = (platform: string) => t.call(submitShare, { as: ana, body: { platform } })
    const shares = [(await submit('twitter')).answer.data.id, (await submit('tiktok')).answer.data.id]
    const [verified = '', refused = ''] = shares
    const kinds = ['share_verified', 'share_not_accepted'] as const
    expect(await linesOf(ana, ...kinds)).toEqual([])
    const review = (id: string, status: string) =>
      t.call(reviewShare, { as: admin, params: { id }, body: { status } })
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
      { ...plain, id: refused, audience: 'you', kind: 'share_not_accepted', platform: 'tiktok', at },
      { ...plain, id: verified, audience: 'you', kind: 'share_verified', platform: 'twitter', points: 30 },
    ])
    await review(refused, 'pending')
    expect(await linesOf(ana, 'share_not_accepted')).toEqual([])
    expect(await linesOf(ben, ...kinds)).toEqual([])
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
