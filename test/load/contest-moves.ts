import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listContestBuilds, listMonthlyContests, updateContest } from '#contract/contests.schema.ts'
import { pathTo } from '#contract/endpoint.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { addDays } from '#domain/days.ts'
import { newSessionSecret } from '#server/access/session.ts'
import { Child } from './child-process.ts'
import { type Figure, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import { makeSchema } from './size.ts'
import { insertCompany } from './size-rows.ts'

const reporters = 20
const reportEveryMs = 100
const warmUpMs = 3_000
const postCount = 2_000
const millionAimSeconds = 30
const slowestAimMs = 100

/** Measures how long the running contest of a company takes to move, and what its reports wait meanwhile. */
export function measureContestMoves(members: number) {
  return async (bench: Bench): Promise<Figure[]> => {
    const databaseUrl = await bench.newDatabase()
    await makeSchema(databaseUrl)
    const company = await insertCompany(databaseUrl, members, bench.log)
    const sessions = await insertReporters(databaseUrl)
    const product = new Child<ProductRequests>('product-process.ts')
    bench.defer(() => product.stop())
    const { port } = await product.ask('start', { databaseUrl })
    const posts = await product.ask('addPosts', postCount)
    await product.ask('runMaintenance')
    const admin = await AdminCalls.open(bench, port, company.sessions.admin.secret)
    const stream = await streamReports(bench, { port, sessions, posts })
    await sleep(warmUpMs)
    const quiet = stream.take()
    const seconds = await moveContest(admin)
    const moved = stream.take()
    // The old standings are deleted now.
    await sleep(warmUpMs)
    const later = stream.take()
    await stream.stop()
    for (const [when, times] of Object.entries({ before: quiet, meanwhile: moved, afterwards: later }))
      bench.log(`reports ${when}: ${times.length}, ${describe(times)}`)
    return figuresOf(members, seconds, [...moved, ...later])
  }
}

function figuresOf(members: number, seconds: number, times: readonly number[]): Figure[] {
  const base = { measurement: 'moves', counterpart: null, ratio: null }
  return [
    {
      ...base,
      name: `moving a contest of ${members}`,
      ours: seconds,
      unit: 's',
      aim: { is: 'at most', value: (millionAimSeconds * members) / 1_000_000 },
    },
    {
      ...base,
      name: 'the slowest report meanwhile',
      ours: percentile(times, 100),
      unit: 'ms',
      aim: { is: 'at most', value: slowestAimMs },
      note: `${reporters} members, each every ${reportEveryMs} ms: ${describe(times)}`,
    },
  ]
}

function describe(times: readonly number[]): string {
  const at = (percent: number) => percentile(times, percent).toFixed(1)
  return `p50 ${at(50)}, p99 ${at(99)}, slowest ${at(100)} ms`
}

/** Signs members in who are spread over all ids. Returns their cookie values. */
async function insertReporters(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const secrets = Array.from({ length: reporters }, () => newSessionSecret())
  await client.query(
    `insert into sessions (id, user_id, kind, cookie_hash, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), chosen.id, 'slack', hash, now(), now(), now() + interval '1 day'
     from unnest($1::text[]) with ordinality as given (hash, nth) join (
       select id, row_number() over (order by id) as nth from (
         select id, row_number() over (order by id) as place, count(*) over () as size from users
       ) placed where place % (size / $2::int) = size / $2::int / 2
     ) chosen using (nth)`,
    [secrets.map(({ hash }) => hash), reporters],
  )
  await client.end()
  return secrets.map(({ value }) => value)
}

class AdminCalls {
  readonly #connection: HttpConnection
  readonly #headers: Readonly<Record<string, string>>

  constructor(connection: HttpConnection, secret: string) {
    this.#connection = connection
    this.#headers = { cookie: `sid=${secret}`, 'sec-fetch-site': 'same-origin' }
  }

  static async open(bench: Bench, port: number, secret: string): Promise<AdminCalls> {
    const connection = await HttpConnection.open(port)
    bench.defer(() => connection.close())
    return new AdminCalls(connection, secret)
  }

  async ask(request: Parameters<typeof requestBytes>[0], body?: unknown): Promise<unknown> {
    const { status, body: answer } = await this.#connection.ask(requestBytes(request, this.#headers, body))
    if (status !== 200) throw new Error(`${request} was answered with ${status}: ${answer.toString()}`)
    return JSON.parse(answer.toString())
  }
}

/** Lets the running contest begin a day later. Returns after how many seconds it has its new standings. */
async function moveContest(admin: AdminCalls): Promise<number> {
  const list = listMonthlyContests.answer.parse(await admin.ask(`GET ${listMonthlyContests.path}`))
  const [running] = list.data
  if (!running) throw new Error('There is no contest')
  const startedAtMs = performance.now()
  const startDate = addDays(running.startDate, 1)
  await admin.ask(`PUT ${pathTo(updateContest.path, { id: running.id })}`, { startDate })
  for (;;) {
    const builds = listContestBuilds.answer.parse(await admin.ask(`GET ${listContestBuilds.path}`))
    if (builds.data.length === 0) return (performance.now() - startedAtMs) / 1_000
    await sleep(100)
  }
}

interface Reporting {
  readonly port: number
  readonly sessions: readonly string[]
  readonly posts: readonly string[]
}

/** Lets each member report at a steady pace. `take` returns how long the reports since its last call took. */
async function streamReports(bench: Bench, { port, sessions, posts }: Reporting) {
  let times: number[] = []
  let isOver = false
  const report = async (connection: HttpConnection, secret: string, postId: string | undefined) => {
    const headers = { cookie: `sid=${secret}`, 'sec-fetch-site': 'same-origin' }
    const body = { postId, interactionType: 'like' }
    const startedAtMs = performance.now()
    const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    times.push(performance.now() - startedAtMs)
    if (status !== 200) throw new Error(`A report was answered with ${status}`)
  }
  const members = sessions.map(async (secret, member) => {
    const connection = await HttpConnection.open(port)
    bench.defer(() => connection.close())
    await sleep((reportEveryMs * member) / sessions.length)
    for (let nth = 0; !isOver && nth < posts.length; nth++) {
      const nextAtMs = performance.now() + reportEveryMs
      await report(connection, secret, posts[nth])
      await sleep(Math.max(0, nextAtMs - performance.now()))
    }
  })
  return {
    take: () => {
      const taken = times
      times = []
      return taken
    },
    stop: async () => {
      isOver = true
      await Promise.all(members)
    },
  }
}
