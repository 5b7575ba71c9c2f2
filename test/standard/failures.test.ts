import { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { newPost } from '#contract/posts.schema.ts'
import { listUsers } from '#contract/users.schema.ts'
import { createLog } from '#server/log.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

let t: TestApp
let lines: string[]

async function start(): Promise<void> {
  lines = []
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  t = await startTestApp({ log: createLog('trace', stream) })
}
afterEach(() => t.close())

const inside =
  /\bat \w|node_modules|\.ts\b|select |relation|column|users_gone|pg_|postgres|pglite|\d+\.\d+\.\d+/i

describe('a database error', () => {
  test('answers a message and a request id that the log has, and nothing about the inside', {
    tags: ['sec-67', 'sec-64'],
  }, async () => {
    await start()
    const as = await t.member('ana.lima')
    expect((await t.call(listUsers, { as })).status).toBe(200)
    await t.deps.db.script('alter table users rename column avatar to users_gone')
    const answer = await t.request('GET', `${listUsers.path}?page=1`, as)
    await t.deps.db.script('alter table users rename column users_gone to avatar')
    expect(answer.status).toBe(500)
    const body = answer.json as { message: string; requestId: string }
    expect(body).toEqual({
      message: 'Something went wrong on our side.',
      requestId: expect.stringMatching(/^[\w-]{13,64}$/),
    })
    expect(answer.headers['x-request-id']).toBe(body.requestId)
    expect(body.message).not.toMatch(inside)
    const failures = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(failures).toMatchObject([{ reqId: body.requestId, msg: 'request failed' }])
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    for (const name of ['server', 'x-powered-by']) expect(answer.headers).not.toHaveProperty(name)
  })

  test('has another request id each time', { tags: ['sec-67'] }, async () => {
    await start()
    const as = await t.member('ana.lima')
    await t.deps.db.script('alter table users rename column avatar to users_gone')
    const ids = []
    for (let turn = 0; turn < 3; turn++) {
      ids.push(
        ((await t.request('GET', `${listUsers.path}?page=1`, as)).json as { requestId: string }).requestId,
      )
    }
    await t.deps.db.script('alter table users rename column users_gone to avatar')
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(lines.filter((line) => line.includes(id)).length).toBeGreaterThan(0)
  })
})

test('each line of the log is JSON with a UTC time and a level, and no text that people write begins another', {
  tags: ['sec-70', 'rel-04'],
}, async () => {
  await start()
  const forged = 'ana\n{"level":"fatal","msg":"forged"}\r\n{"level":"fatal","msg":"forged"}\u2028x'
  const as = await t.member(forged, 'admin')
  await t.deps.db.script(`update users set display_name = username, email = username || '@people.test'`)
  await t.call(getLeaderboard, { as, query: { search: forged } })
  await t.request('GET', `/nowhere/${encodeURIComponent(forged)}?x=${encodeURIComponent(forged)}`, as)
  await t.call(newPost, { as, body: { platform: forged, content: forged, author_name: forged } })
  await t.request('POST', '/api/auth/login', null, { email: `a@b.test${forged}`, password: forged })
  t.deps.log.warn({ name: forged }, 'somebody has a name')
  t.deps.log.error({ err: new Error(forged) }, 'something failed')
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true)
    expect(line.trimEnd()).not.toMatch(/[\r\n]/)
    const { time, level, msg } = JSON.parse(line)
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(['trace', 'debug', 'info', 'warn', 'error']).toContain(level)
    expect(msg).not.toContain('forged')
  }
  const named = lines.map((line) => JSON.parse(line)).filter(({ name }) => name === forged)
  expect(named).toHaveLength(1)
})
