import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PostId } from '#domain/ids.ts'
import { freePort } from '#sandbox/free-port.ts'
import { type Listening, listen, parseBody, readRequest } from '#sandbox/workplace/http.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { notifyChat } from '#server/features/notifications/commands.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { preparedDump } from '#test/support/database.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { processNow } from '#test/support/process-now.ts'
import { sendPress, signingSecret } from '#test/support/slack-calls.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const pressers = 200
/** The server is killed once it has acknowledged so many presses. */
const killAfter = 70
const updateEveryMs = 5_000
/** What the clocks of two processes and a busy machine add up to. */
const toleranceMs = 100
const settlingMs = 120_000

let folder: string
let postgres: RunningPostgres | undefined
let workplace: Workplace
let answers: Listening
let origin: string
let environment: Environment
let product: Product | undefined
let post: PostId
const answered = new Map<string, string[]>()
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-presses-'))
  if (!isEmbedded) postgres = await startPostgres({ durable: true })
  const people = Array.from({ length: pressers }, (_, nth) => ({
    name: `Person ${nth}`,
    handle: `person.${nth}`,
    email: `person.${nth}@people.test`,
    avatar: null,
    title: 'Colleague',
  }))
  workplace = await startWorkplace({ people })
  answers = await listen(0)
  answers.server.on('request', async (incoming, response) => {
    const received = await readRequest(incoming)
    const person = received.path.slice(1)
    const { text } = parseBody(received) as { text: string }
    answered.set(person, [...(answered.get(person) ?? []), text])
    response.writeHead(200).end('ok')
  })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'correct horse battery staple',
    SLACK_API_URL: workplace.apiUrl,
    SLACK_BOT_TOKEN: workplace.botToken,
    SLACK_CHANNEL_ID: workplace.channelId,
    SLACK_TEAM_ID: workplace.teamId,
    SLACK_SIGNING_SECRET: signingSecret,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  if (isEmbedded) await (await openEmbedded(join(folder, 'database'), await preparedDump())).close()
  await withDatabase(async (db) => {
    const config = readConfig(environment)
    const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
    post = await insertPost(deps)
    const facts = { platform: 'linkedin', authorName: 'Northwind', content: 'News', postUrl: null } as const
    const notification = { kind: 'new_post', postId: post, isTest: false, ...facts } as const
    await db.transaction((tx) => notifyChat(deps, tx, { key: `new_post ${post}`, notification }))
    await deps.jobs.stop()
    await deps.live.close()
  })
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  agent.destroy()
  await Promise.all([workplace.close(), answers.close(), postgres?.stop()])
  await rm(folder, { recursive: true, force: true })
})

it('makes one report of each of 200 presses at once, with a kill in the middle, and answers them all', {
  tags: ['chat-buttons-burst'],
  timeout: 180_000 + settlingMs,
}, async () => {
  product = await startProduct(origin, environment)
  await expect.poll(async () => (await workplace.messages()).length, { timeout: 30_000 }).toBe(1)
  const ids = workplace.people.map(({ id }) => id)
  const marks = new Map(ids.map((id) => [id, newId()]))
  const acknowledged = await pressAll(ids, marks, product)
  expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter)
  expect(acknowledged.size).toBeLessThan(pressers)
  product = await startProduct(origin, environment)
  // Slack delivers nothing again that was acknowledged; here the repeats must have no effect.
  expect((await pressAll(ids, marks)).size).toBe(pressers)
  await expect.poll(() => answered.size, { timeout: settlingMs, interval: 100 }).toBe(pressers)
  await expect.poll(shownCount, { timeout: settlingMs, interval: 250 }).toBe(`${pressers} liked`)
  expect(await product.stop('SIGTERM'), product.output).toBe(0)
  await expectOneOfEach(ids)
})

async function expectOneOfEach(ids: readonly string[]): Promise<void> {
  const { reports, left, violations } = await withDatabase(async (db) => ({
    reports: await db.run(listReports, []),
    left: await db.run(listLeft, []),
    violations: (await verify(db)).flatMap((each) => each.violations),
  }))
  expect(reports.map(({ slackUserId }) => slackUserId).toSorted()).toEqual(ids.toSorted())
  expect(left).toEqual([])
  expect(violations).toEqual([])
  for (const id of ids) expect(answered.get(id)?.[0], id).toMatch(/^\+15 · \d+ points · #\d+$/)
  const repeated = [...answered.values()].filter(({ length }) => length > 1).length
  const gapsMs = updateTimesMs().map((ms, nth, all) => ms - (all[nth - 1] ?? Number.NEGATIVE_INFINITY))
  const engine = isEmbedded ? 'PGlite' : 'PostgreSQL'
  console.log(
    `${pressers} presses with a kill on ${engine}: ${reports.length} reports, ${repeated} answers repeated, ${gapsMs.length} updates`,
  )
  expect(Math.min(...gapsMs), gapsMs.map(Math.round).join()).toBeGreaterThanOrEqual(
    updateEveryMs - toleranceMs,
  )
}

const listReports = statement<{ slackUserId: string }>(
  'test_list_pressed_reports',
  `select slack_user_id as "slackUserId" from interactions i join users u on u.id = i.user_id where undone_at is null`,
)
const listLeft = statement<{ id: string }>(
  'test_list_left_presses',
  'select id from chat_presses where ended_at is null',
)

/** When the message was posted, before all others, and updated, in milliseconds. */
function updateTimesMs(): number[] {
  const timesOf = (method: string) =>
    workplace.journal().flatMap(({ path, atMs }) => (path.endsWith(method) ? atMs : []))
  return [...timesOf('/chat.postMessage').slice(0, 1), ...timesOf('/chat.update')]
}

async function shownCount(): Promise<string> {
  const [message] = await workplace.messages()
  const context = message?.blocks.find(({ type }) => type === 'context')
  const text = context?.elements?.[0]?.text
  return typeof text === 'string' ? (text.split(':')[0] ?? '') : ''
}

/** Everybody presses at once. With `victim`, it is killed in the middle. Returns whose press was acknowledged. */
async function pressAll(
  ids: readonly string[],
  marks: ReadonlyMap<string, string>,
  victim?: Product,
): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  let killed: Promise<unknown> | null = null
  const press = async (id: string) => {
    if ((await pressOf(id, marks.get(id) ?? '')) === 200) acknowledged.add(id)
    if (victim && killed === null && acknowledged.size >= killAfter) killed = victim.stop('SIGKILL')
  }
  await Promise.all(ids.map(press))
  await killed
  return acknowledged
}

/** The status of the answer to one press; null without an answer. */
function pressOf(slackUserId: string, mark: string): Promise<number | null> {
  // With PostgreSQL the product has the machine's time, otherwise that of the tests.
  const nowMs = isEmbedded ? processNow().getTime() : performance.timeOrigin + performance.now()
  const responseUrl = `http://127.0.0.1:${answers.port}/${slackUserId}`
  const { teamId, channelId } = workplace
  return sendPress(origin, { slackUserId, teamId, channelId, postId: post, mark, responseUrl, nowMs, agent })
}

/** Opens the database while no server uses it, runs `work` and closes it again. */
async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const opened = isEmbedded ? await openDataFolder(folder) : null
  const db = opened?.db ?? openPostgres(postgres?.url ?? '', () => undefined)
  try {
    return await work(db)
  } finally {
    await (opened ?? db).close()
  }
}
