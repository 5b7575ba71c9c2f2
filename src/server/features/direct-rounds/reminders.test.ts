import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { putOwnStreak, putStreakRules } from '#contract/streaks.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { chooseDirect, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { tellByZone } from './commands.ts'

let t: TestApp

// Berlin is an hour ahead of UTC. 11 March 2026 is a Wednesday.
const wednesday = '2026-03-11T08:00:00.000Z'

beforeEach(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-10T12:00:00.000Z'),
    config: { slackBotToken: 'xoxb-1', slackTeamId: 'T1', timeZone: 'Europe/Berlin' },
  })
})
afterEach(() => t.close())

const joined = async (name: string, choice = 'all') => {
  const member = await t.member(name)
  await joinSlack(t.deps, member.id, { team: 'T1', user: `U${newId().slice(-8).toUpperCase()}` })
  await chooseDirect(t.deps, member.id, choice)
  return member
}
const report = async (as: TestMember, postId: string) =>
  (await t.call(reportInteraction, { as, body: { postId, interactionType: 'like' } })).answer.id
const roundAt = async (at: string) => {
  t.clock.set(at)
  await tellByZone(t.deps, () => false)
}
const reminded = async () =>
  (await storedDirect(t.deps))
    .filter(({ kind }) => kind === 'post_reminder')
    .map(({ userId, facts }) => ({ userId, facts }))

describe('a reminder', () => {
  it('is made in the morning for whoever wants all and has reported nothing on the newest posts', {
    tags: ['pace-reminder'],
  }, async () => {
    const ana = await joined('ana')
    const bo = await joined('bo')
    const cy = await joined('cy')
    await joined('di', 'mine')
    await joined('eve', 'off')
    const older = await insertPost(t.deps)
    t.clock.advance(60_000)
    const newer = await insertPost(t.deps)
    await report(bo, newer)
    await report(cy, newer)
    await report(cy, older)
    await roundAt('2026-03-11T07:59:00.000Z')
    expect(await reminded()).toEqual([])
    await roundAt(wednesday)
    const made = await reminded()
    expect(made).toHaveLength(2)
    expect(made).toContainEqual({ userId: ana.id, facts: { postId: newer } })
    expect(made).toContainEqual({ userId: bo.id, facts: { postId: older } })
    for (const { kind, dueAt, expiresAt } of await storedDirect(t.deps)) {
      if (kind !== 'post_reminder') continue
      expect(dueAt > new Date(wednesday) && dueAt < new Date('2026-03-11T15:30:00.000Z')).toBe(true)
      expect(expiresAt).toEqual(new Date('2026-03-11T16:00:00.000Z'))
    }
  })

  it('comes once for a post: the next day has the next post, then none', {
    tags: ['pace-reminder'],
  }, async () => {
    const ana = await joined('ana')
    const older = await insertPost(t.deps)
    t.clock.advance(60_000)
    const newer = await insertPost(t.deps)
    for (const day of ['11', '12', '13']) await roundAt(`2026-03-${day}T08:00:00.000Z`)
    const made = await reminded()
    expect(made).toEqual([newer, older].map((postId) => ({ userId: ana.id, facts: { postId } })))
  })

  it('comes again to whoever has undone their report', { tags: ['pace-reminder'] }, async () => {
    const ana = await joined('ana')
    const post = await insertPost(t.deps)
    const id = await report(ana, post)
    await t.call(undoInteraction, { as: ana, params: { id } })
    await roundAt(wednesday)
    expect(await reminded()).toHaveLength(1)
  })

  it('of a Friday comes on Monday, and a post of more than three days before is left alone', {
    tags: ['pace-reminder'],
  }, async () => {
    await joined('ana')
    t.clock.set('2026-03-12T12:00:00.000Z')
    await insertPost(t.deps)
    await roundAt('2026-03-14T08:00:00.000Z')
    await roundAt('2026-03-15T08:00:00.000Z')
    await roundAt('2026-03-16T08:00:00.000Z')
    expect(await reminded()).toEqual([])
    await joined('bo')
    t.clock.set('2026-03-20T13:00:00.000Z')
    await insertPost(t.deps)
    await roundAt('2026-03-21T08:00:00.000Z')
    expect(await reminded()).toEqual([])
    await roundAt('2026-03-23T08:00:00.000Z')
    expect(await reminded()).toHaveLength(2)
  })

  it('does not come on a holiday, on a day without work and to whoever is away', {
    tags: ['pace-reminder'],
  }, async () => {
    const admin = await t.member('cara.ito', 'admin')
    const rules = {
      mode: 'working_days',
      workingDays: [1, 2, 3, 5],
      holidays: ['2026-03-11'],
      freezes: false,
    }
    expect((await t.call(putStreakRules, { as: admin, body: rules })).status).toBe(200)
    const ana = await joined('ana')
    await joined('bo')
    await insertPost(t.deps)
    await roundAt(wednesday)
    await roundAt('2026-03-12T08:00:00.000Z')
    expect(await reminded()).toEqual([])
    const saved = await t.call(putOwnStreak, { as: ana, body: { awayDays: ['2026-03-13'] } })
    expect(saved.status).toBe(200)
    await roundAt('2026-03-13T08:00:00.000Z')
    expect((await reminded()).map(({ userId }) => userId)).not.toContain(ana.id)
    expect(await reminded()).toHaveLength(1)
  })

  it('goes on where a round was broken off, and late in the morning uses what is left of the day', {
    tags: ['pace-reminder'],
  }, async () => {
    await joined('ana')
    await insertPost(t.deps)
    t.clock.set(wednesday)
    await tellByZone(t.deps, () => true)
    expect(await reminded()).toEqual([])
    await roundAt('2026-03-11T11:30:00.000Z')
    const [stored] = await storedDirect(t.deps)
    expect(stored?.dueAt && stored.dueAt > new Date('2026-03-11T11:30:00.000Z')).toBe(true)
    await t.deps.db.script(`delete from settings where key = 'direct_rounds'`)
    await roundAt('2026-03-11T11:40:00.000Z')
    expect(await reminded()).toHaveLength(1)
  })
})
