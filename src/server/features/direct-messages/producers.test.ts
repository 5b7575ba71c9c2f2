import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAppeal } from '#contract/appeals.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { decideAppeal, takeBackReport } from '#contract/review.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { chooseDirect, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { tellMember } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
let t: TestApp
let moderator: TestMember
let admin: TestMember
let ana: TestMember

const setUp = { slackBotToken: 'xoxb-1', slackTeamId: 'T1' }

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    config: setUp,
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
  moderator = await t.member('mo.dane', 'moderator')
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  ana = await joined()
})

const joined = async () => {
  const member = await t.member(`ana.${newId()}`)
  await joinSlack(t.deps, member.id, { team: 'T1', user: `U${newId().slice(-8).toUpperCase()}` })
  return member
}
const told = async (to = ana) =>
  (await storedDirect(t.deps))
    .filter(({ userId }) => userId === to.id)
    .map(({ kind, facts }) => ({ kind, facts }))
const countJobs = async () => {
  const list = statement(
    'test_direct_jobs',
    `select from pgboss.job where name = 'chat.direct' and state = 'created'`,
  )
  return (await t.deps.db.run(list, [])).length
}
const submitted = async () =>
  (await t.call(submitShare, { as: ana, body: { platform: 'linkedin', customMessage: `Look ${newId()}` } }))
    .answer.data
const review = (id: string, body: object) => t.call(reviewShare, { as: moderator, params: { id }, body })
const report = async (as = ana) => {
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const noNews = (kind: string) => async () =>
  expect((await told()).filter((each) => each.kind === kind)).toEqual([])

describe('a member is told', () => {
  it('that a share was verified, or not accepted and why, in the transaction of the decision', {
    tags: ['direct-mine'],
  }, async () => {
    const before = await countJobs()
    const verified = await submitted()
    await review(verified.id, { status: 'completed' })
    const rejected = await submitted()
    await review(rejected.id, { status: 'rejected', reason: 'The link needs a sign-in' })
    const decided = (await told()).filter(({ kind }) => kind === 'share_decided')
    expect(decided).toEqual([
      {
        kind: 'share_decided',
        facts: { platform: 'linkedin', isVerified: true, points: expect.any(Number), reason: null },
      },
      {
        kind: 'share_decided',
        facts: {
          platform: 'linkedin',
          isVerified: false,
          points: expect.any(Number),
          reason: 'The link needs a sign-in',
        },
      },
    ])
    expect(await countJobs()).toBeGreaterThanOrEqual(before + 2)
  })

  it('nothing of a change that decides nothing', async () => {
    const share = await submitted()
    await review(share.id, { engagements: 3 })
    await noNews('share_decided')()
  })

  it('how an appeal was decided, and not also that the share is verified', {
    tags: ['direct-mine'],
  }, async () => {
    const share = await submitted()
    await review(share.id, { status: 'rejected', reason: 'Not found' })
    const appeal = (await t.call(createAppeal, { as: ana, body: { shareId: share.id, text: 'It is there' } }))
      .answer.data
    const body = { decision: 'given_back', reason: 'Found it, sorry' }
    await t.call(decideAppeal, { as: admin, params: { id: appeal.id }, body })
    const kinds = (await told()).map(({ kind }) => kind).filter((kind) => kind !== 'achievement_unlocked')
    expect(kinds.toSorted()).toEqual(['appeal_decided', 'share_decided'])
    expect(await told()).toContainEqual({
      kind: 'appeal_decided',
      facts: { subject: 'share', decision: 'given_back', reason: 'Found it, sorry' },
    })
  })

  it('how an appeal for a report was decided', { tags: ['direct-mine'] }, async () => {
    const id = await report()
    await t.call(takeBackReport, { as: moderator, params: { id }, body: { reason: 'Not found' } })
    const appeal = (await t.call(createAppeal, { as: ana, body: { interactionId: id, text: 'It is there' } }))
      .answer.data
    const body = { decision: 'upheld', reason: 'Still not there' }
    await t.call(decideAppeal, { as: admin, params: { id: appeal.id }, body })
    expect(await told()).toContainEqual({
      kind: 'appeal_decided',
      facts: { subject: 'report', decision: 'upheld', reason: 'Still not there' },
    })
  })

  it('that a report has unlocked an achievement, also without a channel for the team', {
    tags: ['direct-mine'],
  }, async () => {
    await report()
    await report()
    expect(await told()).toEqual([
      {
        kind: 'achievement_unlocked',
        facts: { achievement: 'First Steps', description: 'Report your first interaction', points: 10 },
      },
    ])
  })
})

describe('nothing is stored', () => {
  it.each<[string, (member: TestMember) => Promise<unknown>]>([
    ['wants no messages', ({ id }) => chooseDirect(t.deps, id, 'off')],
    ['is disabled', ({ id }) => disableMember(t.deps, id)],
    ['is not in Slack', ({ id }) => t.deps.db.run(leave, [id])],
    [
      'is in another workspace',
      ({ id }) => joinSlack(t.deps, id, { team: 'T2', user: `U${newId().slice(-8)}` }),
    ],
  ])('for a member who %s', { tags: ['direct-choice'] }, async (_who, change) => {
    await change(ana)
    await t.deps.db.transaction((tx) =>
      tellMember(t.deps, tx, {
        userId: ana.id,
        kind: 'share_decided',
        key: `share_decided ${newId()}`,
        facts: { platform: 'linkedin', isVerified: true, points: 50, reason: null },
      }),
    )
    expect(await told()).toEqual([])
  })

  it('twice for the same thing', async () => {
    const key = `share_decided ${newId()}`
    const facts = { platform: 'linkedin', isVerified: true, points: 50, reason: null } as const
    for (let nth = 0; nth < 2; nth++)
      await t.deps.db.transaction((tx) =>
        tellMember(t.deps, tx, { userId: ana.id, kind: 'share_decided', key, facts }),
      )
    expect(await told()).toHaveLength(1)
  })

  it('while the chat is not set up', async () => {
    const deps = { ...t.deps, config: { ...t.deps.config, slackBotToken: null } }
    const facts = { platform: 'linkedin', isVerified: true, points: 50, reason: null } as const
    await t.deps.db.transaction((tx) =>
      tellMember(deps, tx, { userId: ana.id, kind: 'share_decided', key: newId(), facts }),
    )
    expect(await told()).toEqual([])
  })
})

const leave = statement('test_leave_slack', 'update users set slack_user_id = null where id = $1')
