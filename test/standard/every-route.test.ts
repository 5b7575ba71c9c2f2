import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { createQuest } from '#contract/quests.schema.ts'
import { createTeam } from '#contract/teams.schema.ts'
import { statement } from '#server/db/handle.ts'
import { type FuzzedProduct, startFuzzedProduct } from '#test/fuzz/product.ts'
import { type Caller, callers, type FuzzRequest } from '#test/fuzz/requests.ts'
import { insertMember } from '#test/support/app.ts'
import type { ApiDescription } from '#test/support/described-answer.ts'

// Hundreds of requests in one test.
vi.setConfig({ testTimeout: 120_000 })

interface Route {
  readonly method: string
  /** With each of several existing ids for its parameter. */
  readonly targets: readonly string[]
  readonly query: readonly string[]
  readonly hasBody: boolean
}

const noIds = '00000000-0000-7000-8000-000000000000'
const signed = new Set([
  '/api/slack/events',
  '/api/slack/interactivity',
  '/slack/commands',
  '/slack/events',
  '/slack/interactivity',
])
const json = { 'content-type': 'application/json' }

let product: FuzzedProduct
let routes: Route[]
let postId: string

beforeAll(async () => {
  product = await startFuzzedProduct(process.env.OVATION_TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded')
  postId = await first('posts', 'id')
  const body = Buffer.from(JSON.stringify({ postId, interactionType: 'like' }))
  const path = reportInteraction.path
  const reported = await product.send(requestOf({ caller: 'member', method: 'POST', target: path, body }))
  expect(reported.status).toBe(200)
  const team = Buffer.from(JSON.stringify({ name: 'Sales' }))
  const made = await product.send(
    requestOf({ caller: 'admin', method: 'POST', target: createTeam.path, body: team }),
  )
  expect(made.status).toBe(200)
  const days = { startDate: '2026-03-02', endDate: '2026-03-08' }
  const quest = Buffer.from(JSON.stringify({ title: 'A week', goal: 200, actionType: 'any', ...days }))
  const set = await product.send(
    requestOf({ caller: 'admin', method: 'POST', target: createQuest.path, body: quest }),
  )
  expect(set.status).toBe(200)
  routes = await describedRoutes()
})

afterAll(() => product.stop())

test('reading changes nothing, whoever reads whatever, but for the count of a link', {
  tags: ['sec-25'],
}, async () => {
  const reads = routes.filter(({ method, targets }) => method === 'GET' && !targets[0]?.startsWith('/go/'))
  const succeeded = new Set<Route>()
  for (const caller of callers) {
    const before = await product.state()
    for (const route of reads) {
      for (const target of route.targets) {
        for (const method of ['GET', 'HEAD', 'TRACE']) {
          const { status } = await product.send(requestOf({ caller, method, target }))
          if (method === 'GET' && status < 300) succeeded.add(route)
          if (method === 'TRACE') expect([target, status >= 400]).toEqual([target, true])
        }
      }
    }
    expect(changedTables(before, await product.state()), caller).toEqual([])
  }
  expect(reads.length).toBeGreaterThan(40)
  // A read that always fails would show nothing.
  const failed = reads.filter((route) => !succeeded.has(route)).map(({ targets }) => targets[0])
  // This product has no Slack to ask.
  expect(failed.filter((target) => !target?.startsWith('/auth/'))).toEqual(['/api/teams/groups'])
})

test('the visit of a link changes its count and what it earns, and this file would see any other change', {
  tags: ['sec-25'],
}, async () => {
  const address = statement('', "update posts set post_url = 'https://www.linkedin.com/posts/brightwater-1'")
  await product.server.deps.db.run(address, [])
  // A visit from where the owner was signed in would count nothing.
  const owner = await insertMember(product.server.deps, 'owner.olga', 'user')
  const target = `/go/${owner.id.slice(-10)}?p=${postId}`
  const before = await product.state()
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
  const visit = { ...requestOf({ caller: 'nobody', method: 'GET', target }), headers }
  expect((await product.send(visit)).status).toBe(302)
  const visited = await product.state()
  expect(changedTables(before, visited).sort()).toEqual([
    'announcements',
    'ledger',
    'link_clicks',
    'standings',
    'users',
  ])
  const body = Buffer.from(JSON.stringify({ postId, interactionType: 'comment' }))
  await product.send(requestOf({ caller: 'member', method: 'POST', target: reportInteraction.path, body }))
  expect(changedTables(visited, await product.state())).toEqual(
    expect.arrayContaining(['interactions', 'ledger', 'users']),
  )
})

test('no read answers with a script for another site', { tags: ['sec-25', 'sec-28'] }, async () => {
  for (const { method, targets } of routes) {
    const target = `${targets[0]}?callback=steal&jsonp=steal`
    if (method !== 'GET') continue
    const { headers, text } = await product.send(requestOf({ caller: 'admin', method, target }))
    expect([target, String(headers['content-type'])]).not.toEqual([
      target,
      expect.stringContaining('javascript'),
    ])
    expect(text).not.toMatch(/^\s*(\/\*\*\/)?\s*steal\(/)
  }
})

test('a body with a prototype key is refused by every route that takes one, and changes nothing', {
  tags: ['sec-45'],
}, async () => {
  const bodies = ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}']
  const before = await product.state()
  const writes = routes.filter(({ hasBody }) => hasBody)
  expect(writes.length).toBeGreaterThan(25)
  for (const { method, targets } of writes) {
    for (const text of bodies) {
      const request = requestOf({
        caller: 'admin',
        method,
        target: targets[0] ?? '',
        body: Buffer.from(text),
      })
      const { status } = await product.send(request)
      expect([method, request.target, text, status]).toEqual([method, request.target, text, 400])
    }
  }
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
  expect(changedTables(before, await product.state())).toEqual([])
})

test('a query that names each of its fields twice breaks no read', { tags: ['sec-45'] }, async () => {
  for (const { method, targets, query } of routes) {
    if (method !== 'GET') continue
    const names = [...query, 'page', 'limit', 'search', 'other']
    const repeated = names.map((name) => `${name}=1&${name}=2&${name}[]=3&${name}[a]=4`).join('&')
    const target = `${targets[0]}?${repeated}&__proto__=1&__proto__[role]=admin`
    const { status, text } = await product.send(requestOf({ caller: 'admin', method, target }))
    // These tests do not require a build of the browser code.
    expect([target, status < 500 || /not built/.test(text)]).toEqual([target, true])
  }
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
})

test('with a cookie every write takes JSON alone, and refuses what a form of another site can send', {
  tags: ['sec-27'],
}, async () => {
  const before = await product.state()
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  // Slack signs what it sends, and a cookie means nothing there.
  const writes = routes.filter(({ hasBody, targets }) => hasBody && !signed.has(targets[0] ?? ''))
  for (const { method, targets } of writes) {
    for (const type of types) {
      const body = Buffer.from('{"username":"other"}')
      const headers = { 'content-type': type }
      const request = { ...requestOf({ caller: 'admin', method, target: targets[0] ?? '', body }), headers }
      const { status } = await product.send(request)
      expect([method, request.target, type, status]).toEqual([method, request.target, type, 415])
    }
  }
  expect(changedTables(before, await product.state())).toEqual([])
})

interface Parts {
  readonly caller: Caller
  readonly method: string
  readonly target: string
  readonly body?: Buffer
}

function requestOf({ caller, method, target, body }: Parts): FuzzRequest {
  return { route: '', caller, method, target, headers: body ? json : {}, body: body ?? null }
}

async function describedRoutes(): Promise<Route[]> {
  const target = '/api/openapi.json'
  const answer = await product.send(requestOf({ caller: 'nobody', method: 'GET', target }))
  const ids = [
    await first('users', 'id', "username like 'member.%'"),
    postId,
    await first('contests', 'id'),
    await first('quests', 'id'),
    await first('teams', 'id'),
    noIds,
  ]
  const { paths } = answer.json as ApiDescription
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      targets: targetsOf(path, ids),
      query: (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name),
      hasBody: operation.requestBody !== undefined,
    })),
  )
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: unknown
}

function targetsOf(path: string, ids: readonly string[]): string[] {
  if (!path.includes('{')) return [path]
  const values = path.includes('{file}') ? ['members.csv'] : ids
  return values.map((value) => path.replace(/\{\w+\}/, value))
}

function changedTables(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .map((line) => line.split(' ')[0] ?? '')
}

async function first(table: string, column: string, where = 'true'): Promise<string> {
  const sql = `select ${column}::text as value from ${table} where ${where} order by 1 desc limit 1`
  const [row] = await product.server.deps.db.run(statement<{ value: string }>('', sql), [])
  if (!row) throw new Error(`${table} is empty`)
  return row.value
}
