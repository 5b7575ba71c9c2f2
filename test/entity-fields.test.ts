import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAchievements, listEarnedAchievements } from '#contract/achievements.schema.ts'
import { listActivities } from '#contract/activities.schema.ts'
import { getAutomationSettings } from '#contract/automation.schema.ts'
import { getCurrentContest, listAnnualWinners, listPreviousWinners } from '#contract/contests.schema.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.schema.ts'
import { createPointsConfiguration } from '#contract/points.schema.ts'
import { listPosts, newPost } from '#contract/posts.schema.ts'
import { listShares, submitShare } from '#contract/shares.schema.ts'
import { testSocialpilot } from '#contract/socialpilot.schema.ts'
import { getCurrentUser, listUsers } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startHookApp({ clock: testClock('2026-03-11T10:00:00Z') })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const withFields = (names: readonly string[]) =>
  expect.objectContaining(Object.fromEntries(names.map((name) => [name, expect.toSatisfy(isGiven)])))
const report = async (interactionType = 'like', platform: 'linkedin' | 'twitter' = 'linkedin') => {
  const postId = await insertPost(t.deps, { platform })
  return (await t.call(reportInteraction, { as: ana, body: { postId, interactionType } })).answer
}

describe('the interface names the fields of', () => {
  it('a member, for that member and for administrators', { tags: ['fields-member'] }, async () => {
    const fields = withFields([
      'id',
      'username',
      'email',
      'avatar',
      'role',
      'slackUserId',
      'trackingCode',
      'totalPoints',
      'currentStreak',
      'longestStreak',
      'totalEngagements',
      'totalShares',
      'createdAt',
    ])
    const own = (await t.call(getCurrentUser, { as: ana })).answer.data
    expect(own).toEqual(fields)
    expect(own.role).toBe('user')
    expect((await t.call(listUsers, { as: admin })).answer.data).toEqual([fields, fields])
  })

  it('an activity, which has a member or is of the platform', { tags: ['fields-activity'] }, async () => {
    await report()
    await t.newPost({ platform: 'twitter' })
    const { data } = (await t.call(listActivities, { as: admin })).answer
    expect(data.find(({ type }) => type === 'interaction')).toMatchObject({
      id: expect.any(String),
      userId: ana.id,
      description: expect.any(String),
      points: 15,
      createdAt: '2026-03-11T10:00:00.000Z',
      user: { username: 'ana.lima', avatar: null },
      metadata: { platform: 'linkedin' },
    })
    expect(data.find(({ type }) => type === 'platform_update')).toMatchObject({
      userId: null,
      user: null,
      metadata: { platform: 'twitter' },
    })
  })

  it('an achievement, in general and earned', { tags: ['fields-achievement'] }, async () => {
    await report()
    const { data } = (await t.call(listAchievements, { as: ana })).answer
    const fields = ['id', 'name', 'description', 'icon', 'points', 'rarity']
    for (const each of data) expect(each).toEqual(withFields(fields))
    expect(new Set(data.map(({ icon }) => icon))).toEqual(new Set(['fire', 'share', 'crown', 'heart']))
    expect(new Set(data.map(({ rarity }) => rarity))).toEqual(
      new Set(['legendary', 'epic', 'rare', 'common']),
    )
    const earned = (await t.call(listEarnedAchievements, { as: ana, params: { userId: ana.id } })).answer
    expect(earned.data).toEqual([withFields(fields.concat('achievementId', 'earnedAt'))])
    expect(earned.data[0]?.achievementId).toBe('first_steps')
  })

  it('a post, whose brand is the default one unless another is sent', { tags: ['fields-post'] }, async () => {
    await t.newPost({
      content: 'Nobody named a brand.',
      post_url: 'https://www.linkedin.com/posts/northwind-2',
    })
    const { data } = (await t.call(listPosts, { as: ana })).answer
    for (const each of data) {
      expect(each).toEqual(
        withFields([
          'id',
          'brand',
          'platform',
          'authorName',
          'authorHandle',
          'authorAvatarUrl',
          'content',
          'imageUrl',
          'originalPostDate',
          'postUrl',
          'likesCount',
          'commentsCount',
          'sharesCount',
        ]),
      )
    }
    expect(data.find(({ content }) => content === 'Nobody named a brand.')?.brand).toBe('default')
  })

  it('a new post, each of which is kept', { tags: ['fields-new-post'] }, async () => {
    const body = {
      platform: 'facebook',
      content: 'All fields are filled in.',
      post_url: 'https://www.facebook.com/northwind/posts/3',
      image_url: 'https://pictures.northwind.test/3.png',
      author_name: 'Ana Lima',
      author_handle: '@ana',
      author_avatar: 'https://pictures.northwind.test/ana.png',
      campaign_tags: ['spring'],
      brand: 'accounting',
      scheduled_time: '2026-03-10T09:00:00.000Z',
    }
    const { data } = (await t.call(newPost, { as: admin, body })).answer
    expect(data).toMatchObject({
      platform: 'facebook',
      content: body.content,
      postUrl: body.post_url,
      imageUrl: body.image_url,
      authorName: 'Ana Lima',
      authorHandle: '@ana',
      authorAvatarUrl: body.author_avatar,
      brand: 'accounting',
      originalPostDate: body.scheduled_time,
    })
  })

  it('a share of one’s own', { tags: ['fields-share'] }, async () => {
    await t.call(submitShare, { as: ana, body: { platform: 'linkedin' } })
    const { data } = (await t.call(listShares, { as: ana })).answer
    expect(present(data[0])).toEqual(
      withFields([
        'id',
        'userId',
        'platform',
        'customMessage',
        'contentType',
        'shareUrl',
        'engagements',
        'points',
        'status',
        'createdAt',
      ]),
    )
  })

  it('a recent report, and of the answers to a report and an undo', {
    tags: ['fields-interaction', 'fields-report'],
  }, async () => {
    const answer = await report('comment', 'twitter')
    expect(answer).toMatchObject({ points: 20, interactionType: 'comment', platform: 'twitter' })
    const [recent] = (await t.call(recentInteractions, { as: ana })).answer.data
    expect(present(recent)).toEqual(withFields(['id', 'interactionType', 'points', 'reportedAt', 'platform']))
    const undone = await t.call(undoInteraction, { as: ana, params: { id: answer.id } })
    expect(undone.answer).toEqual({ interactionType: 'comment', pointsRemoved: 20 })
  })

  it('a points rule, of which the action alone is required', { tags: ['fields-rule'] }, async () => {
    const { data } = (await t.call(createPointsConfiguration, { as: admin, body: { actionType: 'like' } }))
      .answer
    expect(data).toEqual({
      id: expect.any(String),
      actionType: 'like',
      platform: null,
      context: null,
      pointValue: 0,
      multiplier: 100,
      bonusType: null,
      bonusValue: null,
      description: null,
      isActive: true,
    })
    for (const part of [{ pointValue: 1.5 }, { multiplier: 99.5 }, { bonusValue: 0.5 }]) {
      const body = { actionType: 'like', ...part }
      expect((await t.call(createPointsConfiguration, { as: admin, body })).status).toBe(400)
    }
  })

  it('the automation settings', { tags: ['fields-automation'] }, async () => {
    expect((await t.call(getAutomationSettings, { as: admin })).answer.data).toEqual(
      withFields([
        'zapierEnabled',
        'socialPilotEnabled',
        'autoPublish',
        'pointsOnSchedule',
        'pointsOnPublish',
        'webhookUrl',
      ]),
    )
  })

  it('the answer to a test of the connection', { tags: ['fields-hook-test'] }, async () => {
    const { trackableLinks } = (await t.call(testSocialpilot, { as: admin })).answer
    expect(trackableLinks.map(({ username }) => username).sort()).toEqual(['ana.lima', 'cara.ito'])
  })
})

it('live messages name their type and data, and those of points say who earned what', {
  tags: ['fields-live'],
}, async () => {
  t.announced.length = 0
  const { id } = await report('like')
  await t.call(undoInteraction, { as: ana, params: { id } })
  const messages = t.announced.flatMap((each) => each.messages ?? [])
  const common = {
    username: 'ana.lima',
    interactionType: 'like',
    platform: 'linkedin',
    postId: expect.any(String),
  }
  expect(messages).toContainEqual({
    type: 'POINT_UPDATE',
    data: expect.objectContaining({ ...common, pointsEarned: 15 }),
  })
  expect(messages).toContainEqual({
    type: 'POINT_REMOVAL',
    data: expect.objectContaining({ ...common, pointsRemoved: 15 }),
  })
})

describe('in and after a contest the interface names the fields of', () => {
  beforeAll(async () => {
    await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
    await report('share')
  })

  it('the current contest', { tags: ['fields-contest'] }, async () => {
    const { data } = (await t.call(getCurrentContest, { as: ana })).answer
    expect(data).toEqual(
      withFields([
        'id',
        'title',
        'description',
        'startDate',
        'endDate',
        'prize',
        'isActive',
        'year',
        'month',
        'createdAt',
        'totalParticipants',
        'totalShares',
        'totalPoints',
      ]),
    )
  })

  it('an entry of the board, and of the standings', { tags: ['fields-board'] }, async () => {
    const fields = ['id', 'username', 'avatar', 'totalPoints', 'totalShares', 'totalEngagements']
    expect((await t.call(getLeaderboard, { as: admin })).answer.data).toEqual([withFields(fields)])
    const contest = present((await t.call(getCurrentContest, { as: ana })).answer.data)
    const standings = await t.call(getStandings, { as: admin, params: { contestId: contest.id } })
    expect(standings.answer.data).toEqual([withFields(fields.concat('monthlyPoints'))])
  })

  it('a monthly and an annual winner', { tags: ['fields-winner', 'fields-annual'] }, async () => {
    t.clock.set('2026-04-01T00:10:00Z')
    await closeEndedContests(t.deps)
    // The sessions of March have ended.
    const as = await t.member('reader')
    const totals = ['totalPoints', 'totalShares', 'totalEngagements']
    const [monthly] = (await t.call(listPreviousWinners, { as })).answer
    expect(monthly).toEqual(withFields(totals.concat('id', 'month', 'year', 'user')))
    expect(monthly).toMatchObject({ month: 3, year: 2026, user: { username: 'ana.lima', avatar: null } })
    const [annual] = (await t.call(listAnnualWinners, { as })).answer.data
    expect(annual).toEqual(withFields(totals.concat('id', 'userId', 'year', 'totalMonthsWon')))
    expect(annual).toMatchObject({ userId: ana.id, year: 2026, totalMonthsWon: 1 })
  })
})

/** A field may be null, but not missing. */
function isGiven(value: unknown): boolean {
  return value !== undefined
}
