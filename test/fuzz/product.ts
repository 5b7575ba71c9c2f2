import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, type IncomingMessage, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asDay } from '#domain/days.ts'
import { freePort } from '#sandbox/free-port.ts'
import { defaultLimits, type Limits } from '#server/access/limits.ts'
import { readConfig } from '#server/config.ts'
import { quoted } from '#server/db/copy.ts'
import { statement } from '#server/db/handle.ts'
import { listTables } from '#server/ops/tables.ts'
import { type RunningServer, runServer } from '#server/run.ts'
import { insertMember } from '#test/support/app.ts'
import type { RawAnswer } from '#test/support/checked-answer.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { startPostgres } from '#test/support/postgres.ts'
import type { FuzzRequest } from './requests.ts'

export type Engine = 'embedded' | 'postgres'

// The rate limits have tests of their own, and would hide everything else here.
const limits = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [name, name.endsWith('Ms') ? limit : 1_000_000]),
) as unknown as Limits

const roles = { member: 'user', moderator: 'moderator', admin: 'admin' } as const
const longestAnswerMs = 30_000

export interface TimedAnswer extends RawAnswer {
  readonly tookMs: number
}

/** The whole product on a real socket, with the database at hand. */
export interface FuzzedProduct {
  readonly server: RunningServer
  /** Sends a request as its caller. Throws when the connection is lost. */
  send(request: FuzzRequest): Promise<TimedAnswer>
  /** New people for the callers: requests may have signed out, disabled or promoted the ones before. */
  renewCallers(): Promise<void>
  /** Tells one state of the database from another, except for what a refusal may leave there. */
  state(): Promise<string>
  stop(): Promise<void>
}

export async function startFuzzedProduct(engine: Engine): Promise<FuzzedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-fuzz-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: false }) : null
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: 'ops@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    ...(postgres && { DATABASE_URL: postgres.url }),
  })
  const server = await runServer(config, { limits, clock: testClock() })
  const { deps } = server
  for (let nth = 0; nth < 6; nth++) await insertPost(deps, { content: `News ${nth}.` })
  await insertContest(deps, { startDate: asDay('2026-06-01'), endDate: asDay('2026-06-30') })
  const cookies = new Map<string, string>()
  let renewals = 0
  const renewCallers = async () => {
    renewals += 1
    for (const [caller, role] of Object.entries(roles)) {
      cookies.set(caller, (await insertMember(deps, `${caller}.${renewals}`, role)).cookie)
    }
  }
  await renewCallers()
  return {
    server,
    renewCallers,
    send: (request) => {
      const cookie = cookies.get(request.caller)
      const own = {
        ...(cookie && { cookie }),
        ...(request.caller === 'hook secret' && { 'x-webhook-secret': deps.secrets.webhooks[0] ?? '' }),
      }
      return exchange(port, { ...request, headers: { ...own, ...request.headers } })
    },
    state: await stateReader(server),
    stop: async () => {
      await server.stop()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function exchange(port: number, { method, target, headers, body }: FuzzRequest): Promise<TimedAnswer> {
  const startedAtMs = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': String(body.length) }
    const options = { host: '127.0.0.1', port, method, path: target, headers: { ...headers, ...length } }
    const sent = send(
      { ...options, agent: false as unknown as Agent, timeout: longestAnswerMs },
      (answer) => {
        readAnswer(answer).then((raw) => resolve({ ...raw, tookMs: performance.now() - startedAtMs }), reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<RawAnswer> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  const { statusCode = 0, headers } = answer
  const isCompressed = headers['content-encoding'] === 'gzip' && bytes.length > 0
  const text = (isCompressed ? gunzipSync(bytes) : bytes).toString()
  const isJson = String(headers['content-type']).startsWith('application/json') && text !== ''
  return { status: statusCode, headers, text, json: isJson ? JSON.parse(text) : null }
}

/** Records of refusals, counters of attempts, and when somebody was last seen. */
const tablesOfRefusals = new Set(['audit_entries', 'deliveries', 'member_addresses', 'throttles'])

/** What jobs note meanwhile: how far they have come, how they ended, and whether the chat answers. */
const settingsOfJobs =
  '^(webhook_told_of_ledger|backup_last|verify_last|chat_connection|chat_import|team_groups)'

/** Every write of a row changes where its version is and who wrote it, which takes less than reading the row. */
async function stateReader({ deps: { db } }: RunningServer): Promise<() => Promise<string>> {
  const tables = (await listTables(db)).filter(({ name }) => !tablesOfRefusals.has(name))
  const parts = tables.map(({ name, columns }) => {
    // A session notes its last use.
    const row = columns.includes('last_seen_at')
      ? `(to_jsonb(t) - 'last_seen_at')::text`
      : 't.ctid::text || t.xmin::text'
    const own = name === 'settings' ? ` where key !~ '${settingsOfJobs}'` : ''
    return `select '${name}' as name, count(*)::text || ':' || coalesce(sum(hashtextextended(${row}, 0)::numeric), 0)::text as state
      from ${quoted(name)} t${own}`
  })
  const read = statement<{ name: string; state: string }>('', parts.join(' union all '))
  return async () => (await db.run(read, [])).map(({ name, state }) => `${name} ${state}`).join('\n')
}
