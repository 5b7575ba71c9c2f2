import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { exportPath } from '#contract/analytics.ts'
import { createAppeal } from '#contract/appeals.schema.ts'
import { createContest, deleteContest } from '#contract/contests.schema.ts'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { myInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { inviteEmergencyAdmin } from '#contract/invitations.schema.ts'
import { paths } from '#contract/paths.ts'
import { createPointsConfiguration } from '#contract/points.schema.ts'
import { engagementUpdate } from '#contract/posts.schema.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { addSocialAccount } from '#contract/social-accounts.schema.ts'
import { addDays, asDay } from '#domain/days.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import type { InteractionId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { reportChecks } from '#server/db/schema/honesty.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

// Hundreds of requests in one test.
vi.setConfig({ testTimeout: 60_000 })

const tableFile = new URL('./routes.txt', import.meta.url)
const callers = ['nobody', 'member', 'moderator', 'admin', 'hook secret'] as const
type Caller = (typeof callers)[number]
const roles = { member: 'user', moderator: 'moderator', admin: 'admin' } as const

interface Route {
  readonly method: string
  readonly url: string
}

/** The caller, and existing data for its request. */
interface Fixture {
  readonly caller: TestMember
  readonly post: string
  readonly contest: string
}

interface RequestParts {
  /** The value of the path's parameter. */
  parameter?(fixture: Fixture): string | Promise<string>
  body?(fixture: Fixture): unknown
}

const unlimited = 1_000_000
const limits = {
  perMember: unlimited,
  readyReadsPerMember: unlimited,
  reportsPerMember: unlimited,
  bulkActsPerMember: unlimited,
  perAddress: unlimited,
  perHookSecret: unlimited,
  chatCallsPerAddress: unlimited,
  visitsPerAddress: unlimited,
  probesPerMember: unlimited,
}
const postUrl = 'https://www.linkedin.com/posts/northwind-1'

// Sending the same content twice changes nothing the second time, so each request gets a new number.
let contentNumber = 0

/** The minimum that a request needs to succeed and have an effect. Any other route gets an empty body. */
const requestParts: Record<string, RequestParts> = {
  'POST /api/social-interactions/honor-report': {
    body: ({ post }) => ({ postId: post, interactionType: 'like' }),
  },
  'DELETE /api/social-interactions/honor-report/:id': { parameter: reportOf },
  'GET /api/social-interactions/recent/:userId': { parameter: ({ caller }) => caller.id },
  'GET /api/monthly-contests/:id': { parameter: ({ contest }) => contest },
  'GET /api/leaderboard/:contestId': { parameter: ({ contest }) => contest },
  'GET /api/leaderboard/:contestId/around': { parameter: ({ contest }) => contest },
  'GET /api/contests/:id/race': { parameter: ({ contest }) => contest },
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
    parameter: () => insertPost(t.deps, { isDeleted: true, content: 'Gone.' }),
  },
  'POST /api/monthly-contests/:id/restore': { parameter: aDeletedContest },
  'GET /api/admin/exports/:file': { parameter: () => 'members.csv' },
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
  'GET /go/:trackingCode': { parameter: ({ caller }) => caller.id.slice(-10) },
  'GET /api/social-accounts/user/:userId': { parameter: ({ caller }) => caller.id },
  'GET /api/users/:id/card': { parameter: ({ caller }) => caller.id },
  'GET /api/users/:id/days': { parameter: ({ caller }) => caller.id },
  'POST /api/activities/:id/applause': { parameter: aColleaguesActivity },
  'DELETE /api/activities/:id/applause': { parameter: aColleaguesActivity },
  'POST /api/social-accounts': { body: () => ({ platform: 'linkedin', handle: crypto.randomUUID() }) },
  'DELETE /api/social-accounts/:id': { parameter: anAccount },
  'POST /api/webhooks/socialpilot/engagement-update': {
    body: () => ({ post_url: postUrl, likes_count: ++contentNumber }),
  },
}

let t: TestApp
let post: string
let contest: string
const routes: Route[] = []

beforeAll(async () => {
  // Fastify announces each instance before its first route, so the list comes from the application itself.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', listen)
  t = await startTestApp({ limits })
  unsubscribe('fastify.initialization', listen)
  post = await insertPost(t.deps)
  contest = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
})
afterAll(() => t.close())

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

it('answers every route to every kind of caller as the committed table says', {
  tags: ['rights-routes'],
}, async () => {
  const listed = routes.filter(({ method }) => method !== 'HEAD').sort(byAddress)
  const lines = [lineOf('', callers)]
  for (const route of listed) {
    const outcomes: string[] = []
    for (const caller of callers) outcomes.push(await outcomeOf(route, caller))
    lines.push(lineOf(`${route.method.padEnd(6)} ${route.url}`, outcomes))
  }
  const table = `${lines.join('\n')}\n`
  if (process.env.UPDATE_MATRIX) await writeFile(tableFile, table)
  const committed = existsSync(tableFile) ? await readFile(tableFile, 'utf8') : ''
  if (table !== committed) console.log(`The matrix is now (UPDATE_MATRIX=1 writes it):\n${table}`)
  expect(table).toBe(committed)
})

it('lists every route that this file or the contract names', () => {
  const addresses = routes.map(({ method, url }) => `${method} ${url}`)
  expect(addresses).toEqual(
    expect.arrayContaining([...Object.keys(requestParts), 'GET /ws', 'GET /api/leaderboard']),
  )
  for (const path of Object.values(paths)) expect(addresses).toContain(`GET ${path}`)
})

it('answers HEAD like GET', async () => {
  for (const { url } of routes.filter(({ method }) => method === 'HEAD')) {
    for (const caller of callers) {
      const pair = [
        await outcomeOf({ method: 'HEAD', url }, caller),
        await outcomeOf({ method: 'GET', url }, caller),
      ]
      expect(pair, `${url} for ${caller}`).toEqual([pair[0], pair[0]])
    }
  }
})

// Actions that every member may take are recorded elsewhere. Other tests cover signing in and out.
const memberActions =
  /^\w+ \/api\/(appeals|checks\/:id\/answer|user|auth\/.*|shares|activities\/:id\/applause|social-accounts|social-accounts\/:id|social-interactions\/.*)$/

it('writes one audit entry for each change and each file of an administrator, and none for other reads', {
  tags: ['admin-settings-audit', 'audit-downloads'],
}, async () => {
  const lines = new Map<string, number>()
  for (const route of routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))) {
    const before = await countLines()
    const { statusCode } = await send(route, 'admin')
    if (statusCode < 300) lines.set(`${route.method} ${route.url}`, (await countLines()) - before)
  }
  const changes = [...lines].filter(([route]) => !route.startsWith('GET ') && !memberActions.test(route))
  expect(changes.length).toBeGreaterThan(15)
  expect(changes.filter(([, count]) => count !== 1)).toEqual([])
  const reads = [...lines].filter(([route, count]) => route.startsWith('GET ') && count > 0)
  expect(reads).toEqual([[`GET ${exportPath}`, 1]])
})

async function countLines(): Promise<number> {
  const count = statement<{ count: number }>(
    'test_count_lines',
    `select count(*)::int as count from audit_entries join users on users.id = actor_id where username = 'caller'`,
  )
  return (await t.deps.db.run(count, []))[0]?.count ?? 0
}

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'answers %s at an unknown API address with 404 in JSON, for every caller',
  async (method) => {
    for (const caller of callers) {
      for (const url of ['/api/no-such-thing', '/api', '/api/user/more']) {
        const answer = await send({ method, url }, caller)
        expect(answer.statusCode, `${url} for ${caller}`).toBe(404)
        expect(answer.json()).toEqual({ message: expect.any(String) })
      }
    }
  },
)

async function outcomeOf(route: Route, caller: Caller): Promise<string> {
  const answer = await send(route, caller)
  const { statusCode: status } = answer
  if (isFile(route.url)) {
    // These tests do not require a build of the browser code: without one, the server refuses the page in plain text.
    expect([200, 404, 503], route.url).toContain(status)
    if (status === 503 && route.method === 'GET') expect(answer.payload).toMatch(/not built/)
    return 'page'
  }
  expect(status, `${route.method} ${route.url} for ${caller}: ${answer.payload}`).toBeLessThan(500)
  if (status >= 400 && route.method !== 'HEAD') expect(answer.json(), route.url).toHaveProperty('message')
  return String(status)
}

async function send({ method, url }: Route, caller: Caller) {
  const member = await t.member('caller', roles[caller as keyof typeof roles])
  const fixture: Fixture = { caller: member, post, contest }
  const { parameter, body } = requestParts[`${method} ${url}`] ?? requestParts[`GET ${url}`] ?? {}
  const address = parameter ? url.replace(/:\w+/, await parameter(fixture)) : url.replace('*', 'none.js')
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method)
  return t.app.inject({
    method: method as 'GET',
    url: address,
    headers: headersOf(caller, member),
    ...(hasBody && { payload: ((await body?.(fixture)) ?? {}) as object }),
  })
}

function headersOf(caller: Caller, member: TestMember): Record<string, string> {
  if (caller === 'nobody') return {}
  return caller === 'hook secret'
    ? { 'x-webhook-secret': t.deps.secrets.webhooks[0] ?? '' }
    : { cookie: member.cookie }
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

function isFile(url: string): boolean {
  return (
    Object.values(paths).some((path) => path === url) || /^\/(assets\/|pictures\/|[\w-]+\.\w+$)/.test(url)
  )
}

function byAddress(a: Route, b: Route): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : a.method < b.method ? -1 : 1
}

function lineOf(route: string, outcomes: readonly string[]): string {
  return `${route.padEnd(56)} ${outcomes.map((outcome) => outcome.padEnd(11)).join(' ')}`.trimEnd()
}
