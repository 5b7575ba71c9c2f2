import { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isLive } from '#contract/health.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { getMemberCard } from '#contract/members.schema.ts'
import { createLog } from '#server/log.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'

/** Every field that a line about a request may have. */
const requestLine = z.strictObject({
  level: z.enum(['trace', 'debug', 'info']),
  time: z.iso.datetime(),
  method: z.string(),
  route: z.string().startsWith('/').or(z.literal('none')),
  status: z.int().min(100).max(599),
  durationMs: z.number().min(0),
  reqId: z.string().regex(/^[\w-]{1,64}$/),
  userId: z.uuid().optional(),
  msg: z.literal('request'),
})

let t: TestApp | null = null
afterEach(() => t?.close())

async function start(level: string, environment: Record<string, string> = {}) {
  const lines: string[] = []
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  t = await startTestApp({ environment, log: createLog(level, stream) })
  const requests = () =>
    lines
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => requestLine.parse(JSON.parse(line)))
  return { t, requests, lines }
}

describe('the log has a line for each request', () => {
  test('at debug, with the pattern of its address and who asked', {
    tags: ['operate-request-log', 'sec-68', 'rel-04'],
  }, async () => {
    const { t, requests, lines } = await start('debug')
    const ana = await t.member('ana.lima')
    await t.call(getMemberCard, { as: ana, params: { id: ana.id }, query: '?token=planted-secret' })
    await t.call(getLeaderboard, { as: ana })
    await t.call(getLeaderboard)
    await t.request('GET', '/api/nowhere')
    await t.call(isLive)
    expect(requests()).toMatchObject([
      { level: 'debug', method: 'GET', route: getMemberCard.path, status: 200, userId: ana.id },
      { level: 'debug', method: 'GET', route: getLeaderboard.path, status: 200, userId: ana.id },
      { level: 'debug', method: 'GET', route: getLeaderboard.path, status: 401 },
      { level: 'debug', method: 'GET', route: 'none', status: 404 },
    ])
    expect(lines.join('')).not.toContain('planted-secret')
  })

  test('at trace also for the health checks', async () => {
    const { t, requests } = await start('trace')
    await t.call(isLive)
    expect(requests()).toMatchObject([{ level: 'trace', route: isLive.path, status: 200 }])
  })

  test('at info for a sample of the successful ones, and for none by default', {
    tags: ['operate-request-log'],
  }, async () => {
    const quiet = await start('info')
    for (let n = 0; n < 20; n++) await quiet.t.call(getLeaderboard, { as: await quiet.t.member('ana') })
    expect(quiet.requests()).toEqual([])
    await quiet.t.close()
    const sampled = await start('info', { LOG_SAMPLE: '0.25' })
    const ana = await sampled.t.member('ana.lima')
    for (let n = 0; n < 20; n++) {
      await sampled.t.call(getLeaderboard, { as: ana })
      await sampled.t.call(getLeaderboard)
      await sampled.t.call(isLive)
    }
    expect(sampled.requests()).toHaveLength(5)
    expect(new Set(sampled.requests().map(({ level, status }) => `${level} ${status}`))).toEqual(
      new Set(['info 200']),
    )
  })
})

describe('every answer names its request', () => {
  test('with the id that the sender gave, also where it was cached, refused or not found', {
    tags: ['operate-request-id', 'rel-04'],
  }, async () => {
    const { t, requests } = await start('debug')
    const { cookie } = await t.member('ana.lima')
    const id = 'edge-1_A'
    const headers = { 'x-request-id': id, cookie }
    for (let n = 0; n < 2; n++) {
      for (const url of [
        getLeaderboard.path,
        '/api/nowhere',
        '/nowhere',
        '/assets/none.js',
        '/health/live',
        '/api/%E0%A4%A',
      ]) {
        const answer = await t.app.inject({ url, headers })
        expect([url, answer.headers['x-request-id']]).toEqual([url, id])
      }
    }
    const anonymous = await t.app.inject({ url: getLeaderboard.path, headers: { 'x-request-id': id } })
    expect([anonymous.statusCode, anonymous.headers['x-request-id']]).toEqual([401, id])
    expect(requests().every(({ reqId }) => reqId === id)).toBe(true)
  })

  test.each(['', 'a b', 'a'.repeat(65), 'x\u00e9', '<script>', 'a,b'])(
    'but not with %j, which is no id',
    { tags: ['rel-04'] },
    async (given) => {
      const { t } = await start('info')
      const ids = []
      for (let n = 0; n < 2; n++) {
        const { headers } = await t.app.inject({ url: '/health/live', headers: { 'x-request-id': given } })
        ids.push(String(headers['x-request-id']))
      }
      for (const id of ids) expect(id).toMatch(/^[\w-]{13,64}$/)
      expect(new Set(ids).size).toBe(2)
    },
  )
})
