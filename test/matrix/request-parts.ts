import { expect } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { createAppeal } from '#contract/appeals.schema.ts'
import { createContest, deleteContest } from '#contract/contests.schema.ts'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { myInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { inviteEmergencyAdmin } from '#contract/invitations.schema.ts'
import { createPointsConfiguration } from '#contract/points.schema.ts'
import { engagementUpdate } from '#contract/posts.schema.ts'
import { createQuest } from '#contract/quests.schema.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { addSocialAccount } from '#contract/social-accounts.schema.ts'
import { createTeam } from '#contract/teams.schema.ts'
import { createToken } from '#contract/tokens.schema.ts'
import { addDays, asDay } from '#domain/days.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import type { InteractionId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { reportChecks } from '#server/db/schema/honesty.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { readBackups } from '#server/features/backups/commands.ts'
import { confirmationToken, unsubscribeToken } from '#server/features/mail/commands.ts'
import { listWebhookRows } from '#server/features/webhooks/store.ts'
import type { TestApp, TestMember } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'
import { insertWebhook } from '#test/support/webhooks.ts'

let t: TestApp

/** What each route needs to succeed, by method and pattern, with data made in this product. */
export function requestPartsIn(app: TestApp): Readonly<Record<string, RequestParts>> {
  t = app
  return requestParts
}

/** The caller, and existing data for its request. */
export interface Fixture {
  readonly caller: TestMember
  readonly post: string
  readonly contest: string
}

interface RequestParts {
  /** The value of the path's parameter. */
  parameter?(fixture: Fixture): string | Promise<string>
  body?(fixture: Fixture): unknown
}

const postUrl = 'https://www.linkedin.com/posts/northwind-1'

// Sending the same content twice changes nothing the second time, so each request gets a new number.
let contentNumber = 0
let weekdayNumber = 0
/** Another one than before. */
const nextWeekday = () => 1 + (++weekdayNumber % 7)

/** The minimum that a request needs to succeed and have an effect. Any other route gets an empty body. */
const requestParts: Readonly<Record<string, RequestParts>> = {
  'POST /api/social-interactions/honor-report': {
    body: ({ post }) => ({ postId: post, interactionType: 'like' }),
  },
  'DELETE /api/social-interactions/honor-report/:id': { parameter: reportOf },
  'GET /api/social-interactions/recent/:userId': { parameter: ({ caller }) => caller.id },
  'GET /api/monthly-contests/:id': { parameter: ({ contest }) => contest },
  'GET /api/leaderboard/:contestId': { parameter: ({ contest }) => contest },
  'GET /api/leaderboard/:contestId/around': { parameter: ({ contest }) => contest },
  'GET /api/contests/:id/race': { parameter: ({ contest }) => contest },
  'GET /api/contests/:id/teams': { parameter: ({ contest }) => contest },
  'PUT /api/admin/backups': {
    body: async () => ({ isNightly: !(await readBackups(t.deps)).isNightly }),
  },
  'POST /api/admin/status/dead-letters/:id/replay': { parameter: aDeadLetter },
  'DELETE /api/admin/status/dead-letters/:id': { parameter: aDeadLetter },
  'POST /api/quests': { body: () => aWeekOfReports() },
  'PUT /api/quests/:id': { parameter: aQuest, body: () => ({ title: `Quest ${++contentNumber}` }) },
  'DELETE /api/quests/:id': { parameter: aQuest },
  'POST /api/teams': { body: () => ({ name: `Team ${++contentNumber}` }) },
  'GET /api/teams/:id': { parameter: aTeam },
  'PUT /api/teams/:id': { parameter: aTeam, body: () => ({ name: `Team ${++contentNumber}` }) },
  'DELETE /api/teams/:id': { parameter: aTeam },
  'PUT /api/teams/:id/members': { parameter: aTeam, body: ({ caller }) => ({ userIds: [caller.id] }) },
  'DELETE /api/teams/:id/group': { parameter: aFollowingTeam },
  'PUT /api/teams/groups': { body: () => ({ groups: [] }) },
  'POST /api/teams/import': {
    body: async () => {
      const { username } = await t.member(`joiner ${++contentNumber}`)
      return { csv: `username,team\n${username},Team ${contentNumber}` }
    },
  },
  'PATCH /api/users/:id/team': {
    parameter: async () => (await t.member('somebody')).id,
    body: async () => ({ teamId: await aTeam() }),
  },
  'PUT /api/admin/board-settings': { body: () => ({ weekStartsOn: nextWeekday() }) },
  'PUT /api/admin/streak-rules': {
    body: () => ({ holidays: [`2027-01-${String(1 + (++contentNumber % 28)).padStart(2, '0')}`] }),
  },
  'PUT /api/notifications/settings': {
    body: () => ({ direct: 'all', quietFrom: '20:00', quietTo: '07:00', email: 'off' }),
  },
  'PUT /api/streak/mine': { body: () => ({ awayDays: [] }) },
  'PUT /api/admin/honesty': { body: () => defaultHonestyBut(++contentNumber) },
  'GET /api/ledger/users/:userId': { parameter: ({ caller }) => caller.id },
  'POST /api/ledger/adjustments': {
    body: async () => ({ userId: (await t.member('somebody')).id, amount: 5, reason: 'A prize' }),
  },
  'POST /api/review/reports/:id/take-back': {
    parameter: aColleaguesReport,
    body: () => ({ reason: 'Gone' }),
  },
  'POST /api/appeals': {
    body: async (fixture) => ({ interactionId: await aTakenBackReport(fixture), text: 'It is there' }),
  },
  'POST /api/review/appeals/:id/decision': {
    parameter: anAppeal,
    body: () => ({ decision: 'upheld', reason: 'It is not there' }),
  },
  'POST /api/checks/:id/answer': { parameter: aCheck, body: () => ({ answer: 'confirm' }) },
  'POST /api/review/checks/:id/decision': {
    parameter: anOverdueCheck,
    body: () => ({ decision: 'confirmed' }),
  },
  'GET /api/leaderboard/:contestId/me': { parameter: ({ contest }) => contest },
  'GET /api/achievements/user/:userId': { parameter: ({ caller }) => caller.id },
  'POST /api/admin/points-config': {
    body: () => ({ actionType: 'like', platform: 'tiktok', pointValue: 1 }),
  },
  'PUT /api/admin/points-config/:id': { parameter: aRule, body: () => ({ isActive: false }) },
  'DELETE /api/admin/points-config/:id': { parameter: aRule },
  'POST /api/monthly-contests': { body: () => nextContest() },
  'PUT /api/monthly-contests/:id': { parameter: aContest, body: () => ({ prize: 'A kettle' }) },
  'DELETE /api/monthly-contests/:id': { parameter: aContest },
  'POST /api/shares': { body: () => ({ platform: 'linkedin' }) },
  'PUT /api/shares/:id': { parameter: aShare, body: () => ({ engagements: 1 }) },
  'PUT /api/user': { body: ({ caller }) => ({ username: caller.username }) },
  'PATCH /api/users/:id/role': {
    parameter: async () => (await t.member('somebody')).id,
    body: () => ({ role: 'moderator' }),
  },
  'PATCH /api/users/:id/status': {
    parameter: async () => (await t.member('somebody')).id,
    body: () => ({ disabled: true }),
  },
  'PUT /api/social-feed-posts/:id': {
    parameter: () => insertPost(t.deps),
    body: () => ({ authorName: 'Southwind' }),
  },
  'DELETE /api/social-feed-posts/:id': { parameter: () => insertPost(t.deps) },
  'GET /api/social-feed-posts/:id/reporters': { parameter: () => insertPost(t.deps) },
  'POST /api/social-feed-posts/:id/restore': {
    parameter: () => insertPost(t.deps, { isDeleted: true, content: `Gone ${++contentNumber}.` }),
  },
  'POST /api/monthly-contests/:id/restore': { parameter: aDeletedContest },
  'GET /api/admin/exports/:file': { parameter: () => 'members.csv' },
  'POST /api/tokens': {
    body: () => ({ name: `Program ${++contentNumber}`, scopes: ['read'], expiresInDays: 7 }),
  },
  'DELETE /api/tokens/:id': { parameter: ({ caller }) => aTokenOf(caller) },
  'DELETE /api/auth/sessions/:id': { parameter: ({ caller }) => aSessionOf(caller) },
  'POST /api/admin/emergency-admins': {
    body: () => ({ email: `keeper-${++contentNumber}@brightwater.example` }),
  },
  'POST /api/auth/invitations/check': { body: async () => ({ secret: await anInvitation() }) },
  'POST /api/auth/invitations/accept': {
    body: async () => ({ secret: await anInvitation(), password: 'seven quiet lanterns' }),
  },
  'POST /api/admin/users/:id/revoke-sessions': { parameter: async () => (await t.member('somebody')).id },
  'POST /api/webhooks/socialpilot/new-post': {
    body: () => ({
      platform: 'linkedin',
      content: `News ${++contentNumber}`,
      author_name: 'Northwind',
      post_url: postUrl,
    }),
  },
  'POST /api/socialpilot/webhook': {
    body: () => ({
      event: 'engagement.updated',
      post_url: postUrl,
      engagement_data: { comments: ++contentNumber },
    }),
  },
  'POST /api/zapier/trigger': { body: async () => ({ shareId: await aShare(), action: 'schedule' }) },
  'POST /api/social-feed-posts/backfill': {
    body: () => ({
      posts: [{ platform: 'linkedin', content: `Old ${++contentNumber}`, author_name: 'Northwind' }],
    }),
  },
  'POST /api/webhooks/deliveries/:id/replay': { parameter: aDelivery },
  'POST /api/automation/settings': {
    body: async () => ({ pointsOnSchedule: !(await getAutomation(t.deps.db)).pointsOnSchedule }),
  },
  'GET /unsubscribe/:token': { parameter: stopToken },
  'POST /unsubscribe/:token': { parameter: stopToken },
  'GET /unsubscribe/:token/one-click': { parameter: stopToken },
  'POST /unsubscribe/:token/one-click': { parameter: stopToken },
  'GET /confirm-address/:token': { parameter: confirmToken },
  'POST /confirm-address/:token': { parameter: confirmToken },
  'GET /go/:trackingCode': { parameter: ({ caller }) => caller.id.slice(-10) },
  'GET /api/social-accounts/user/:userId': { parameter: ({ caller }) => caller.id },
  'GET /api/users/:id/card': { parameter: ({ caller }) => caller.id },
  'GET /api/users/:id/days': { parameter: ({ caller }) => caller.id },
  'POST /api/activities/:id/applause': { parameter: aColleaguesActivity },
  'DELETE /api/activities/:id/applause': { parameter: aColleaguesActivity },
  'POST /api/social-accounts': { body: () => ({ platform: 'linkedin', handle: crypto.randomUUID() }) },
  'DELETE /api/social-accounts/:id': { parameter: anAccount },
  'POST /api/admin/webhooks': {
    body: () => ({ url: `https://hook.invalid/${++contentNumber}`, events: ['post.added'] }),
  },
  'PUT /api/admin/webhooks/:id': {
    parameter: aWebhook,
    body: () => ({ url: `https://hook.invalid/${++contentNumber}` }),
  },
  'DELETE /api/admin/webhooks/:id': { parameter: aWebhook },
  'POST /api/admin/webhooks/:id/test': { parameter: () => newId<'webhook'>() },
  'POST /api/webhooks/socialpilot/engagement-update': {
    body: () => ({ post_url: postUrl, likes_count: ++contentNumber }),
  },
}

async function aRule(): Promise<string> {
  return created(createPointsConfiguration, { actionType: 'like', platform: 'youtube' })
}

async function aContest(): Promise<string> {
  return created(createContest, nextContest())
}

async function aDeletedContest(): Promise<string> {
  const id = await aContest()
  await t.call(deleteContest, { as: await t.member('somebody', 'admin'), params: { id } })
  return id
}

async function aShare(): Promise<string> {
  return created(submitShare, { platform: 'linkedin' })
}

async function created(
  endpoint: typeof createPointsConfiguration | typeof createContest | typeof submitShare,
  body: unknown,
): Promise<string> {
  return (await t.call(endpoint, { as: await t.member('somebody', 'admin'), body })).answer.data.id
}

async function aDelivery(): Promise<string> {
  const as = await t.member('somebody', 'admin')
  await t.call(engagementUpdate, { as, body: { post_url: postUrl, likes_count: 5 } })
  return present((await t.call(listDeliveries, { as, query: { limit: 1 } })).answer.data[0]).id
}

async function anAccount({ caller }: Fixture): Promise<string> {
  const body = { platform: 'tiktok', handle: crypto.randomUUID() }
  return (await t.call(addSocialAccount, { as: caller, body })).answer.data.id
}

let contestCount = 0

/** A new day each time, because active contests must not overlap. */
function nextContest() {
  const day = addDays(asDay('2030-01-01'), contestCount++)
  return { title: 'A day', startDate: day, endDate: day }
}

/** Reports as the caller and returns the id, so that the report can be undone. */
async function reportOf({ caller, post }: Fixture): Promise<string> {
  const body = { postId: post, interactionType: 'like' }
  expect((await t.call(reportInteraction, { as: caller, body })).status).toBe(200)
  return present((await t.call(myInteractions, { as: caller })).answer.data[0]).id
}

/** A session of the caller in another browser. */
async function aSessionOf({ id }: TestMember): Promise<string> {
  await insertTestSession(t.deps, id)
  const newest = 'select id from sessions where user_id = $1 order by id desc limit 1'
  return present((await t.deps.db.run(statement<{ id: string }>('', newest), [id]))[0]).id
}

async function aTokenOf(member: TestMember): Promise<string> {
  const body = { name: 'A program', scopes: ['read'], expiresInDays: 7 }
  return (await t.call(createToken, { as: member, body })).answer.data.id
}

/** One that is there, so that their number stays small. */
async function aWebhook(): Promise<string> {
  const [known] = await listWebhookRows(t.deps.db, { webhookId: null })
  if (known) return known.id
  const as = await t.member('somebody', 'admin')
  return (await insertWebhook(t, as, 'https://hook.invalid/', ['post.added'])).id
}

/** The secret of a link for an emergency administrator. */
async function anInvitation(): Promise<string> {
  const as = await t.member('somebody', 'admin')
  const body = { email: `keeper-${++contentNumber}@brightwater.example` }
  return (await t.call(inviteEmergencyAdmin, { as, body })).answer.data.link.split('#')[1] ?? ''
}

/** The settings with another limit of clicks, so that each request changes something. */
function defaultHonestyBut(perDay: number) {
  return { ...defaultHonesty, linkClicks: { ...defaultHonesty.linkClicks, perDay } }
}

async function reportBy(member: TestMember): Promise<InteractionId> {
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as: member, body })).answer.id
}

async function aColleaguesReport(): Promise<string> {
  return reportBy(await t.member('colleague'))
}

async function takenBackReport(member: TestMember): Promise<InteractionId> {
  const id = await reportBy(member)
  const as = await t.member('somebody', 'admin')
  expect((await t.call(takeBackReport, { as, params: { id }, body: { reason: 'Gone' } })).status).toBe(200)
  return id
}

function aTakenBackReport({ caller }: Fixture): Promise<string> {
  return takenBackReport(caller)
}

async function anAppeal(): Promise<string> {
  const as = await t.member('colleague')
  const body = { interactionId: await takenBackReport(as), text: 'It is there' }
  return (await t.call(createAppeal, { as, body })).answer.data.id
}

async function insertCheckOf(member: TestMember, dueAt: Date): Promise<string> {
  const [id, interactionId] = [newId<'check'>(), await reportBy(member)]
  const check = { id, interactionId, userId: member.id, cause: 'sample' as const }
  await t.deps.db.orm.insert(reportChecks).values({ ...check, askedAt: t.clock.now(), dueAt })
  return id
}

function aCheck({ caller }: Fixture): Promise<string> {
  return insertCheckOf(caller, new Date(t.clock.now().getTime() + 1_000))
}

async function anOverdueCheck(): Promise<string> {
  return insertCheckOf(await t.member('colleague'), t.clock.now())
}

async function aColleaguesActivity(): Promise<string> {
  const colleague = await t.member('colleague')
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  expect((await t.call(reportInteraction, { as: colleague, body })).status).toBe(200)
  const query = { userId: colleague.id, limit: 1 }
  return present((await t.call(listActivities, { as: colleague, query })).answer.data[0]).id
}

async function aQuest(): Promise<string> {
  const as = await t.member('somebody', 'admin')
  return (await t.call(createQuest, { as, body: aWeekOfReports() })).answer.data.id
}

function aWeekOfReports() {
  const title = `Quest ${++contentNumber}`
  return { title, goal: 200, actionType: 'any', startDate: '2026-03-02', endDate: '2026-03-08' }
}

async function aTeam(): Promise<string> {
  const as = await t.member('somebody', 'admin')
  return (await t.call(createTeam, { as, body: { name: `Team ${++contentNumber}` } })).answer.data.id
}

async function aFollowingTeam(): Promise<string> {
  const id = await aTeam()
  const sql = `update teams set slack_group_id = 'S' || $2, slack_group_handle = 'group' where id = $1`
  await asFixture(() => t.deps.db.run(statement('test_follow_group', sql), [id, String(++contentNumber)]))
  return id
}

/** A background job that failed for good. */
async function aDeadLetter(): Promise<string> {
  const id = newId<'deadLetter'>()
  const sql = `insert into pgboss.job (id, name, data, source_name) values ($1, 'dead', '{}', 'contests.close')`
  await t.deps.db.run(statement('test_insert_dead_letter', sql), [id])
  return id
}

function stopToken({ caller }: Fixture): string {
  return unsubscribeToken(t.deps, caller.id)
}

function confirmToken({ caller }: Fixture): string {
  return confirmationToken(t.deps, { userId: caller.id, address: `${caller.id}@people.test` })
}
