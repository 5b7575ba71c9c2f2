import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exportPath } from '#contract/analytics.ts'
import { paths } from '#contract/paths.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { rawAnswer, startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { type ApiDescription, DescribedAnswers } from '#test/support/described-answer.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { insertTestToken } from '#test/support/session.ts'

import { type Fixture, requestPartsIn } from './request-parts.ts'

// Hundreds of requests in one test.
vi.setConfig({ testTimeout: 60_000 })

const tableFile = new URL('./routes.txt', import.meta.url)
const callers = [
  'nobody',
  'member',
  'moderator',
  'admin',
  'hook secret',
  'read token',
  'report token',
  'admin token',
] as const
type Caller = (typeof callers)[number]
const roles = { member: 'user', moderator: 'moderator', admin: 'admin' } as const
/** Tokens of an administrator, so that only their scope limits them. */
const scopeOf = { 'read token': 'read', 'report token': 'report', 'admin token': 'admin' } as const

interface Route {
  readonly method: string
  readonly url: string
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

it('answers every route to every kind of caller as the committed table says', {
  tags: ['rights-routes', 'sec-35', 'sec-42', 'sec-46'],
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
    expect.arrayContaining([...Object.keys(requestPartsIn(t)), 'GET /ws', 'GET /api/leaderboard']),
  )
  for (const path of Object.values(paths)) expect(addresses).toContain(`GET ${path}`)
})

// These succeed only with a workspace of Slack, an automation service or a password at hand; other tests call them so.
const refusedHere = [
  'GET /api/teams/groups',
  'POST /api/admin/webhooks/:id/test',
  'POST /api/auth/login',
  'POST /api/slack/events',
  'POST /api/slack/interactivity',
  'POST /api/slack/retry-failed',
  'POST /api/slack/send-instructions',
  'POST /api/slack/sync-users',
  'POST /api/slack/test-connection',
  'POST /api/slack/test-notification',
  'POST /api/streak/repair',
  'POST /api/teams/sync',
  'POST /api/zapier/test',
  'POST /slack/commands',
  'POST /slack/events',
  'POST /slack/interactivity',
  'PUT /api/admin/setup',
  'PUT /api/teams/groups',
]

it('describes exactly the routes of the API, and answers each of them as described', {
  tags: ['api-described'],
}, async () => {
  const description = (await t.request('GET', '/api/openapi.json')).json as ApiDescription
  const described = new DescribedAnswers(description)
  const ofApi = routes.filter(
    ({ method, url }) => method !== 'HEAD' && /^\/(api(?!\/docs)|auth|health|go|slack)\//.test(url),
  )
  expect(described.routes.sort()).toEqual(ofApi.map(({ method, url }) => `${method} ${url}`).sort())
  const faults: string[] = []
  const refused: string[] = []
  for (const { method, url } of ofApi) {
    let hasSucceeded = false
    for (const caller of callers) {
      const answer = rawAnswer(await send({ method, url }, caller))
      faults.push(...described.faultsOf(method, url, answer))
      hasSucceeded ||= answer.status < 400
    }
    if (!hasSucceeded) refused.push(`${method} ${url}`)
  }
  expect(faults).toEqual([])
  expect(refused.sort()).toEqual(refusedHere)
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
  /^\w+ \/api\/(appeals|notifications\/settings|tokens|tokens\/:id|checks\/:id\/answer|user|auth\/.*|shares|activities\/:id\/applause|social-accounts|social-accounts\/:id|streak\/.*|social-interactions\/.*)$/

it('writes one audit entry for each change and each file of an administrator, and none for other reads', {
  tags: ['admin-settings-audit', 'audit-downloads', 'sec-69'],
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
  { tags: ['sec-35'] },
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
  const scope = scopeOf[caller as keyof typeof scopeOf]
  const member = await t.member('caller', scope ? 'admin' : roles[caller as keyof typeof roles])
  const fixture: Fixture = { caller: member, post, contest }
  const requestParts = requestPartsIn(t)
  const { parameter, body } = requestParts[`${method} ${url}`] ?? requestParts[`GET ${url}`] ?? {}
  const address = parameter ? url.replace(/:\w+/, await parameter(fixture)) : url.replace('*', 'none.js')
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method)
  return t.app.inject({
    method: method as 'GET',
    url: address,
    headers: scope
      ? { authorization: `Bearer ${await insertTestToken(t.deps, member.id, [scope])}` }
      : headersOf(caller, member),
    ...(hasBody && { payload: ((await body?.(fixture)) ?? {}) as object }),
  })
}

function headersOf(caller: Caller, member: TestMember): Record<string, string> {
  if (caller === 'nobody') return {}
  return caller === 'hook secret'
    ? { 'x-webhook-secret': t.deps.secrets.webhooks[0] ?? '' }
    : { cookie: member.cookie }
}

function isFile(url: string): boolean {
  return (
    Object.values(paths).some((path) => path === url) ||
    /^\/api\/docs(\/|$)|^\/(assets\/|pictures\/|[\w-]+\.\w+$)/.test(url)
  )
}

function byAddress(a: Route, b: Route): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : a.method < b.method ? -1 : 1
}

function lineOf(route: string, outcomes: readonly string[]): string {
  return `${route.padEnd(56)} ${outcomes.map((outcome) => outcome.padEnd(12)).join(' ')}`.trimEnd()
}
