import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAchievements, listEarnedAchievements } from '#contract/achievements.schema.ts'
import { listActivities } from '#contract/activities.schema.ts'
import { authenticatedUser, signOut } from '#contract/auth.schema.ts'
import { getAutomationSettings, saveAutomationSettings, testZapier } from '#contract/automation.schema.ts'
import {
  createContest,
  deleteContest,
  getCurrentContest,
  listAnnualWinners,
  listContests,
  listMonthlyContests,
  listPreviousWinners,
  updateContest,
} from '#contract/contests.schema.ts'
import {
  recentInteractions,
  recentInteractionsOf,
  reportInteraction,
  undoInteraction,
} from '#contract/interactions.schema.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.schema.ts'
import {
  createPointsConfiguration,
  deletePointsConfiguration,
  listPointsConfigurations,
  updatePointsConfiguration,
} from '#contract/points.schema.ts'
import { deletePost, engagementUpdate, listPosts, newPost, updatePost } from '#contract/posts.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { listSocialAccounts } from '#contract/social-accounts.schema.ts'
import { getSocialpilotSetup, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { changeRole, getCurrentUser, listUsers, updateProfile } from '#contract/users.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { type EmergencyStage, email, password, startEmergencyStage } from '#test/support/emergency-sign-in.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00Z') })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const postUrl = 'https://www.linkedin.com/posts/northwind-1'
const share = async () =>
  (await t.call(submitShare, { as: ana, body: { platform: 'linkedin' } })).answer.data.id

describe('the emergency sign-in', () => {
  let stage: EmergencyStage
  beforeAll(async () => {
    stage = await startEmergencyStage()
    stage.startAfresh()
  })
  afterAll(() => stage.t.close())

  it('takes email and password, and answers the token that the calls after it carry', {
    tags: ['calls-sign-in'],
  }, async () => {
    const { token } = (await stage.post({ email, password })).answer
    const headers = { authorization: `Bearer ${token}` }
    const me = (await stage.call(authenticatedUser, headers)).answer.data
    expect(me).toMatchObject({ id: expect.any(String), role: 'admin', email })
    expect((await stage.call(getCurrentUser, headers)).answer.data).toEqual(me)
    expect((await stage.call(signOut, headers)).status).toBe(200)
    expect((await stage.call(getCurrentUser, headers)).status).toBe(401)
  })
})

it('the profile takes username and email, and answers the member as they are then', {
  tags: ['calls-sign-in'],
}, async () => {
  const body = { username: 'ana.lima.new', email: 'ana@brightwater.example' }
  const eve = await t.member('eve.novak')
  expect((await t.call(updateProfile, { as: eve, body })).answer.data).toMatchObject({
    id: eve.id,
    username: 'ana.lima.new',
    email: body.email,
  })
  expect((await t.call(getCurrentUser, { as: eve })).answer.data).toMatchObject(body)
})

describe('the calls about', () => {
  it('members answer lists, and a change of role answers the member', {
    tags: ['calls-members'],
  }, async () => {
    const members = (await t.call(listUsers, { as: admin })).answer.data
    expect(members.map(({ id }) => id)).toContain(ana.id)
    expect(members.find(({ id }) => id === ana.id)).toMatchObject({ role: 'user' })
    const params = { id: (await t.member('mo.dane')).id }
    expect(
      (await t.call(changeRole, { as: admin, params, body: { role: 'moderator' } })).answer.data,
    ).toMatchObject({
      id: params.id,
      role: 'moderator',
    })
    await t.call(reportInteraction, {
      as: ana,
      body: { postId: await insertPost(t.deps), interactionType: 'like' },
    })
    const own = { as: ana, params: { userId: ana.id } }
    expect((await t.call(getLeaderboard, { as: ana })).answer.data).toMatchObject([{ id: ana.id, rank: 1 }])
    expect((await t.call(listActivities, { as: ana })).answer.data.length).toBeGreaterThan(0)
    expect((await t.call(listAchievements, { as: ana })).answer.data).toHaveLength(5)
    expect((await t.call(listEarnedAchievements, own)).answer.data).toHaveLength(1)
    expect((await t.call(listSocialAccounts, own)).answer.data).toEqual([])
  })

  it('contests take the fields of the form, and answer the contest, or nothing once it is deleted', {
    tags: ['calls-contests'],
  }, async () => {
    const days = { startDate: '2026-03-01', endDate: '2026-03-31', year: 2026, month: 3 }
    const body = { title: 'March', description: 'Go.', prize: 'A kettle', isActive: true, ...days }
    const contest = (await t.call(createContest, { as: admin, body })).answer.data
    expect(contest).toMatchObject(body)
    const params = { id: contest.id }
    const change = { ...body, title: 'March again' }
    expect((await t.call(updateContest, { as: admin, params, body: change })).answer.data).toMatchObject(
      change,
    )
    expect((await t.call(getCurrentContest, { as: ana })).answer.data).toMatchObject({
      ...params,
      year: 2026,
      month: 3,
    })
    expect((await t.call(listContests, { as: ana })).answer.data[0]?.id).toBe(contest.id)
    expect((await t.call(listMonthlyContests, { as: ana })).answer.data).toMatchObject([change])
    const standings = await t.call(getStandings, { as: ana, params: { contestId: contest.id } })
    expect(standings.answer.data).toMatchObject([{ id: ana.id }])
    expect((await t.call(listPreviousWinners, { as: ana })).answer).toEqual([])
    expect((await t.call(listAnnualWinners, { as: ana })).answer).toEqual({ data: [] })
    const deleted = await t.call(deleteContest, { as: admin, params })
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expect((await t.call(getCurrentContest, { as: ana })).answer).toEqual({ data: null })
  })

  it('posts take address and author, and answer the post, or nothing once it is deleted', {
    tags: ['calls-posts'],
  }, async () => {
    const body = {
      platform: 'linkedin',
      content: 'From the scheduler.',
      post_url: postUrl,
      author_name: 'Ana Lima',
    }
    const { id } = (await t.call(newPost, { as: admin, body })).answer.data
    const change = { postUrl: 'https://www.linkedin.com/posts/northwind-9', authorName: 'Southwind' }
    const changed = await t.call(updatePost, { as: admin, params: { id }, body: change })
    expect(changed.answer.data).toMatchObject({ id, ...change })
    const ids = async () => (await t.call(listPosts, { as: ana })).answer.data.map((post) => post.id)
    expect(await ids()).toContain(id)
    const deleted = await t.call(deletePost, { as: admin, params: { id } })
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expect(await ids()).not.toContain(id)
  })

  it('shares take all fields of the editor, and answer the share', { tags: ['calls-shares'] }, async () => {
    const id = await share()
    const body = {
      platform: 'twitter',
      customMessage: 'Look',
      contentType: 'article',
      shareUrl: 'https://twitter.com/ana/status/1',
      engagements: 7,
      points: 40,
      status: 'completed',
    }
    expect((await t.call(reviewShare, { as: admin, params: { id }, body })).answer.data).toMatchObject({
      id,
      ...body,
    })
    const { data } = (await t.call(listShares, { as: admin })).answer
    expect(data.find((each) => each.id === id)).toMatchObject(body)
  })

  it('reports take post, type and one’s own id, and an undo answers what it took', {
    tags: ['calls-reports'],
  }, async () => {
    const body = { postId: await insertPost(t.deps), interactionType: 'share', userId: ana.id }
    const {
      id,
      cap: _,
      reportedAt: at,
      ...answer
    } = (await t.call(reportInteraction, { as: ana, body })).answer
    expect([answer, at]).toEqual([
      { points: 30, interactionType: 'share', platform: 'linkedin' },
      '2026-03-11T10:00:00.000Z',
    ])
    const recent = (await t.call(recentInteractions, { as: ana })).answer
    expect(recent.data[0]).toMatchObject({ id, interactionType: 'share' })
    const same = await t.call(recentInteractionsOf, { as: ana, params: { userId: ana.id } })
    expect(same.answer).toEqual(recent)
    const undone = await t.call(undoInteraction, { as: ana, params: { id } })
    expect(undone.answer).toEqual({ interactionType: 'share', pointsRemoved: 30 })
  })

  it('points rules take all fields of the form, and answer the rule, or nothing once it is deleted', {
    tags: ['calls-rules'],
  }, async () => {
    const body = {
      actionType: 'share',
      platform: 'tiktok',
      context: 'honor_system',
      pointValue: 12,
      multiplier: 150,
      bonusType: 'streak',
      bonusValue: 5,
      description: 'Spring',
      isActive: true,
    }
    const rule = (await t.call(createPointsConfiguration, { as: admin, body })).answer.data
    expect(rule).toMatchObject(body)
    const params = { id: rule.id }
    const change = { ...body, pointValue: 13, isActive: false }
    const changed = await t.call(updatePointsConfiguration, { as: admin, params, body: change })
    expect(changed.answer.data).toEqual({ ...params, ...change })
    expect((await t.call(listPointsConfigurations, { as: ana })).answer.data).toContainEqual(
      changed.answer.data,
    )
    const refused = await t.call(createPointsConfiguration, { as: admin, body: { actionType: 'dance' } })
    expect(refused.status).toBe(400)
    expect(refused.error).toMatchObject({ message: expect.stringMatching(/\w/) })
    const deleted = await t.call(deletePointsConfiguration, { as: admin, params })
    expect([deleted.status, deleted.text]).toEqual([204, ''])
  })

  it('automation take the settings and answer them, and the set-up', {
    tags: ['calls-automation'],
  }, async () => {
    const body = {
      zapierEnabled: false,
      socialPilotEnabled: true,
      autoPublish: true,
      pointsOnSchedule: true,
      pointsOnPublish: false,
      webhookUrl: null,
    }
    expect((await t.call(saveAutomationSettings, { as: admin, body })).answer.data).toEqual(body)
    expect((await t.call(getAutomationSettings, { as: admin })).answer.data).toEqual(body)
    const test = { test: true, timestamp: '2026-03-11T10:00:00.000Z' }
    expect((await t.call(testZapier, { as: admin, body: test })).status).toBe(409)
    const wrong = await t.call(testZapier, { as: admin, body: { test: 'yes', timestamp: 5 } })
    expect(wrong.error.issues?.map(({ path }) => path)).toEqual(['test', 'timestamp'])
    const { hooks } = (await t.call(getSocialpilotSetup, { as: admin })).answer.data
    expect(hooks.map(({ url }) => new URL(url).pathname)).toContain('/api/socialpilot/webhook')
    expect((await t.call(getSocialpilotSetup, { as: ana })).status).toBe(403)
    await t.call(saveAutomationSettings, {
      as: admin,
      body: { ...body, zapierEnabled: true, pointsOnPublish: true },
    })
  })

  it('hooks take the events of a post and a share, and answer success with a message', {
    tags: ['calls-hooks'],
  }, async () => {
    const made = { platform: 'linkedin', content: 'Counted.', post_url: postUrl, author_name: 'Ana Lima' }
    const { id } = (await t.call(newPost, { as: admin, body: made })).answer.data
    const numbers = { post_url: postUrl, likes_count: 4, comments_count: 3, shares_count: 2, views_count: 90 }
    expect((await t.call(engagementUpdate, { as: admin, body: numbers })).answer).toMatchObject({
      success: true,
    })
    const post = async () =>
      present((await t.call(listPosts, { as: ana })).answer.data.find((each) => each.id === id))
    expect(await post()).toMatchObject({ likesCount: 4, commentsCount: 3, sharesCount: 2 })

    const shareId = await share()
    const event = {
      event: 'engagement.updated',
      post_id: 'sp-1',
      status: 'published',
      share_id: shareId,
      engagement_data: { likes: 5, comments: 4, shares: 3 },
    }
    expect((await t.call(socialpilotEvent, { as: admin, body: event })).answer).toMatchObject({
      success: true,
    })
    const triggered = await t.call(zapierTrigger, { as: admin, body: { shareId, action: 'publish' } })
    expect(triggered.answer).toMatchObject({ success: true, message: expect.stringMatching(/\w/) })
    const { data } = (await t.call(listShares, { as: admin })).answer
    expect(data.find((each) => each.id === shareId)).toMatchObject({ engagements: 12, status: 'completed' })
  })
})
