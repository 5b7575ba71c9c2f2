import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import WebSocket from 'ws'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { type LiveMessage, livePath } from '#contract/live.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { startBalancer } from '#test/support/balancer.ts'
import { freshDatabase } from '#test/support/database.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'

const writers = 8
// So that no member reports more often than is allowed, even with one instance.
const memberCount = 400
const pauseMs = 30
const postCount = 40
const instanceCount = 2

let folder: string
let db: Db
let members: TestMember[]
let posts: string[]
let environment: Environment
const ports: number[] = []
const products: Product[] = []
let balancer: Awaited<ReturnType<typeof startBalancer>>

const isPostgres = inject('postgresUrl') !== null

beforeAll(async () => {
  if (!isPostgres) return
  folder = await mkdtemp(join(tmpdir(), 'ovation-rolling-'))
  const { db: checked, url } = await freshDatabase()
  await checked.close()
  db = openPostgres(String(url), () => undefined)
  environment = {
    DATABASE_URL: String(url),
    PUBLIC_URL: 'http://127.0.0.1',
    ADMIN_EMAIL: 'admin@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    TRUST_PROXY: '127.0.0.1',
  }
  const config = readConfig(environment)
  const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
  members = []
  for (let nth = 0; nth < memberCount; nth++) members.push(await insertMember(deps, `member.${nth}`, 'user'))
  posts = []
  for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(deps))
  await deps.jobs.stop()
  await deps.live.close()
  for (let nth = 0; nth < instanceCount; nth++) {
    ports.push(await freePort())
    products.push(await start(nth))
  }
  balancer = await startBalancer(ports)
}, 120_000)

afterAll(async () => {
  balancer?.stop()
  for (const product of products) await product.stop('SIGKILL')
  await db?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

it.runIf(isPostgres)(
  'a restart of each instance after the other loses no request and no message',
  {
    tags: ['rel-02'],
    timeout: 120_000,
  },
  async () => {
    const load = startLoad()
    for (let nth = 0; nth < instanceCount; nth++) {
      // Whoever is connected to the other instance hears of everything, also of what the stopping one does last.
      const heard = await listen(ports[(nth + 1) % instanceCount] ?? 0)
      const from = load.answered.length
      await sleep(500)
      expect(await products[nth]?.stop('SIGTERM'), products[nth]?.output).toBe(0)
      products[nth] = await start(nth)
      // The balancer sends requests to it again.
      await sleep(1_500)
      const known = load.answered.slice(from)
      await expect
        .poll(() => known.filter((report) => !heard.reports.has(report)), { timeout: 10_000 })
        .toEqual([])
      heard.stop()
    }
    await load.stop()
    expect(load.refused).toEqual([])
    const stored = await db.run(listStored, [])
    expect(stored.map(({ report }) => report).sort()).toEqual(load.answered.toSorted())
    expect((await verify(db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  },
)

const listStored = statement<{ report: string }>(
  'test_list_stored',
  `select concat_ws(' ', username, post_id, type) as report from interactions join users on users.id = user_id`,
)

function start(nth: number): Promise<Product> {
  const port = ports[nth]
  return startProduct(`http://127.0.0.1:${port}`, { ...environment, PORT: String(port) })
}

/** Members who report one thing after the other, through the balancer. */
function startLoad() {
  const answered: string[] = []
  const refused: string[] = []
  let isOver = false
  const write = async (own: readonly TestMember[]) => {
    for (const postId of posts) {
      for (const interactionType of interactionTypes) {
        for (const { username, cookie } of own) {
          if (isOver) return
          const answer = await fetch(`http://127.0.0.1:${balancer.port}${reportInteraction.path}`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify({ postId, interactionType }),
          })
          const text = await answer.text()
          if (answer.status === 200) answered.push(`${username} ${postId} ${interactionType}`)
          else refused.push(`${answer.status} ${text}`)
          await sleep(pauseMs)
        }
      }
    }
  }
  const share = members.length / writers
  const written = Array.from({ length: writers }, (_, nth) =>
    write(members.slice(nth * share, (nth + 1) * share)),
  )
  return {
    answered,
    refused,
    stop: async () => {
      isOver = true
      await Promise.all(written)
    },
  }
}

async function listen(port: number) {
  const reports = new Set<string>()
  const cookie = members[0]?.cookie ?? ''
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, { headers: { cookie } })
  await new Promise((resolve, reject) => {
    socket.once('message', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as LiveMessage
    if (message.type !== 'POINT_UPDATE') return
    const { username, postId, interactionType } = message.data
    reports.add(`${username} ${postId} ${interactionType}`)
  })
  return { reports, stop: () => socket.terminate() }
}
