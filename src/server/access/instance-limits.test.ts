import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPost } from '#contract/posts.schema.ts'
import { buildApp } from '#server/app.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { hookSecret, postBody } from '#test/support/hooks.ts'

let t: TestApp
/** Two servers on one database, each of which counts for itself what it does not share. */
let servers: FastifyInstance[]

beforeEach(async () => {
  const limits = { perHookSecret: 4, countedVisitsPerAddress: 4 }
  t = await startTestApp({ limits, config: { webhookSecret: hookSecret } })
  const other = await buildApp(t.deps)
  await other.ready()
  servers = [t.app, other]
})
afterEach(async () => {
  await servers[1]?.close()
  await t.close()
})

const authority = 'localhost:3000'

async function ask(nth: number, request: InjectOptions) {
  const answer = await servers[nth % servers.length]?.inject({ authority, ...request })
  if (!answer) throw new Error('There is no such server')
  return answer
}

describe('two instances together', () => {
  it('take as many deliveries a minute with one secret as one of them alone', {
    tags: ['operate-instances-limits'],
  }, async () => {
    const deliver = (nth: number) =>
      ask(nth, {
        method: newPost.method,
        url: newPost.path,
        headers: { 'x-webhook-secret': hookSecret },
        payload: postBody({ post_url: `https://www.linkedin.com/posts/northwind_news-activity-${nth}` }),
      })
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth++) statuses.push((await deliver(nth)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    t.clock.advance(20_000)
    expect((await deliver(6)).headers['retry-after']).toBe('40')
    t.clock.advance(40_000)
    // Each has had three of its own four, and then one more.
    expect((await deliver(7)).statusCode).toBe(200)
  })

  it('count as many visits a minute from one address as one of them alone', {
    tags: ['operate-instances-limits'],
  }, async () => {
    const ana = await t.member('ana.lima')
    const target = 'https://www.linkedin.com/posts/northwind_news-activity-7001'
    const visit = async (nth: number) => {
      const postId = await insertPost(t.deps, { postUrl: target })
      const { statusCode, headers } = await ask(nth, {
        method: 'GET',
        url: `/go/${ana.id.slice(-10)}?p=${postId}`,
        remoteAddress: '10.1.2.3',
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
        },
      })
      expect([statusCode, headers.location]).toEqual([302, target])
    }
    const clicks = async () => (await t.deps.db.run(statement('', 'select id from link_clicks'), [])).length
    for (let nth = 0; nth < 6; nth++) await visit(nth)
    expect(await clicks()).toBe(4)
    t.clock.advance(60_000)
    await visit(6)
    expect(await clicks()).toBe(5)
    const kept = await t.deps.db.run(statement<{ key: string }>('', 'select key from throttles'), [])
    expect(kept.filter(({ key }) => key.includes('10.1.2.'))).toEqual([])
  })
})
