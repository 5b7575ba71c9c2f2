import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { getSlackStatus } from '#contract/slack.schema.ts'
import type { SlackStatus } from '#contract/slack.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { freePort } from '#sandbox/free-port.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import type { Fault } from '#sandbox/workplace/faults.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { putAutomation } from '#server/features/automation/store.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { preparedDump } from '#test/support/database.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const sharesOfEach = 3
// On PostgreSQL, the active jobs of a killed instance are requeued only when they expire.
const settlingMs = isEmbedded ? 120_000 : 240_000
const lateMs = 5_000

interface Cycle {
  readonly name: string
  readonly chat: Partial<Fault>
  readonly hook: Partial<Fault>
}

/** The faults of Slack and of the webhook in each cycle, before the server is killed. */
const allCycles: readonly Cycle[] = [
  {
    name: 'after the Slack message, before it is recorded as sent',
    chat: { mode: 'late', delayMs: lateMs },
    hook: { status: 500 },
  },
  {
    name: 'after the delivery, before it is recorded as delivered',
    chat: { mode: 'reset' },
    hook: { mode: 'late', delayMs: lateMs },
  },
  { name: 'while neither answers', chat: { mode: 'hang' }, hook: { mode: 'hang' } },
  {
    name: 'while both limit the rate',
    chat: { status: 429, headers: { 'retry-after': '2' } },
    hook: { status: 429 },
  },
  { name: 'while both fail', chat: { status: 503 }, hook: { mode: 'reset' } },
]
// On PostgreSQL, each start waits for what the killed instance held.
const isWhole = isEmbedded && process.env.OVATION_TEST_ALL === '1'
const cycles = isWhole ? allCycles : allCycles.slice(0, 3)

let folder: string
let postgres: RunningPostgres | undefined
let workplace: Workplace
let hook: CatchHook
let origin: string
let environment: Environment
let product: Product | undefined
let admin: TestMember
let member: TestMember
const acknowledged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-messages-'))
  if (!isEmbedded) postgres = await startPostgres({ durable: true })
  workplace = await startWorkplace({ people: [] })
  hook = await startCatchHook()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const host = new URL(hook.url).host
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'correct horse battery staple',
    ZAPIER_HOSTS: host,
    ALLOWED_PRIVATE_HOSTS: host,
    SLACK_API_URL: workplace.apiUrl,
    SLACK_BOT_TOKEN: workplace.botToken,
    SLACK_CHANNEL_ID: workplace.channelId,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  if (isEmbedded) await (await openEmbedded(join(folder, 'database'), await preparedDump())).close()
  await withDatabase(async (db) => {
    const config = readConfig(environment)
    const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
    admin = await insertMember(deps, 'iris.admin', 'admin')
    member = await insertMember(deps, 'ana.lima', 'user')
    await db.transaction((tx) =>
      putAutomation(tx, { ...defaultAutomation, autoPublish: true, webhookUrl: hook.url }),
    )
    await deps.jobs.stop()
    await deps.live.close()
  })
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await Promise.all([workplace.close(), hook.close(), postgres?.stop()])
  await rm(folder, { recursive: true, force: true })
})

it('sends every notification and every delivery at least once, however often the server is killed', {
  tags: ['inv-14', 'f-02'],
  timeout: 300_000 + settlingMs,
}, async () => {
  for (const { chat, hook: outgoing, name } of cycles) {
    product = await startProduct(origin, environment)
    workplace.clearFaults()
    hook.clearFaults()
    workplace.fault({ match: /chat\.postMessage/, times: 1, ...chat })
    hook.fault({ match: /./, times: 1, ...outgoing })
    await submitAndKill(product, name)
  }
  workplace.clearFaults()
  hook.clearFaults()
  product = await startProduct(origin, environment)
  await expect.poll(countUnsent, { timeout: settlingMs, interval: 250 }).toBe(0)
  expect(await product.stop('SIGTERM'), product.output).toBe(0)
  await expectNothingLost()
})

/** Submits shares, and kills the server as soon as both Slack and the webhook have received another request. */
async function submitAndKill(server: Product, name: string): Promise<void> {
  const slackBefore = countSlackRequests()
  const hookBefore = hook.journal().length
  for (let nth = 0; nth < sharesOfEach; nth++) await submit()
  const untilMs = performance.now() + 90_000
  while (countSlackRequests() === slackBefore || hook.journal().length === hookBefore) {
    expect(performance.now(), `no new request to kill the server ${name}`).toBeLessThan(untilMs)
    await sleep(5)
  }
  await server.stop('SIGKILL')
}

const countSlackRequests = () =>
  workplace.journal().filter(({ path }) => path.endsWith('/chat.postMessage')).length

async function submit(): Promise<void> {
  const answer = await fetch(`${origin}${submitShare.path}`, {
    method: 'POST',
    headers: { cookie: member.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'linkedin', customMessage: `Look at this, ${newId()}` }),
  })
  expect(answer.status).toBe(200)
  acknowledged.push(((await answer.json()) as { data: { id: string } }).data.id)
}

/** The number of messages and deliveries that the server reports as unsent. */
async function countUnsent(): Promise<number> {
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(`${origin}${path}`, { headers: { cookie: admin.cookie } })).json()) as Answer
  const { data: status } = await read<{ data: SlackStatus }>(getSlackStatus.path)
  const { data: pending } = await read<{ data: unknown[] }>(`${listDeliveries.path}?outcome=pending`)
  return status.waiting + status.failed + pending.length
}

interface Stored {
  readonly id: string
  readonly subject: string
  readonly isDone: boolean
}

const listNotifications = statement<Stored>(
  'test_list_told',
  `select id::text as id, split_part(key, ' ', 2) as subject, sent_at is not null as "isDone" from chat_notifications`,
)
const listDeliveryRows = statement<Stored>(
  'test_list_sent',
  `select id::text as id, body ->> 'share_id' as subject, outcome = 'delivered' as "isDone" from deliveries`,
)

async function expectNothingLost(): Promise<void> {
  const { notifications, deliveries, violations } = await withDatabase(async (db) => ({
    notifications: await db.run(listNotifications, []),
    deliveries: await db.run(listDeliveryRows, []),
    violations: (await verify(db)).flatMap((each) => each.violations),
  }))
  const messages = (await workplace.messages()).map(({ metadata }) => metadata?.event_payload?.job_id)
  const caught = hook.journal().map(({ headers }) => headers['webhook-id'])
  for (const [stored, arrived] of [
    [notifications, messages],
    [deliveries, caught],
  ] as const) {
    expect(stored.map(({ subject }) => subject).sort()).toEqual([...acknowledged].sort())
    expect(stored.filter(({ isDone }) => !isDone)).toEqual([])
    for (const { id } of stored) expect(arrived, `${id} arrived`).toContain(id)
  }
  const repeats = messages.length - new Set(messages).size
  console.log(
    `${cycles.length} kills on ${isEmbedded ? 'PGlite' : 'PostgreSQL'}: ${acknowledged.length} shares, ` +
      `${messages.length} messages, ${repeats} of them repeated, ${caught.length} webhook requests`,
  )
  expect(messages.length).toBe(acknowledged.length + repeats)
  // One from the kill before the message was recorded as sent, and at most one from each other kill.
  expect(repeats).toBeGreaterThanOrEqual(1)
  expect(repeats).toBeLessThanOrEqual(cycles.length)
  expect(violations).toEqual([])
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
