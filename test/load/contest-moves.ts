import { setTimeout as sleep } from 'node:timers/promises'
import { listContestBuilds, listMonthlyContests, updateContest } from '#contract/contests.schema.ts'
import { pathTo } from '#contract/endpoint.ts'
import { addDays } from '#domain/days.ts'
import { Child } from './child-process.ts'
import { type Figure, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import { describeTimes, insertReporters, reportEveryMs, reporters, streamReports } from './report-stream.ts'
import { makeSchema } from './size.ts'
import { insertCompany } from './size-rows.ts'

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
      bench.log(`reports ${when}: ${times.length}, ${describeTimes(times)}`)
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
      note: `${reporters} members, each every ${reportEveryMs} ms: ${describeTimes(times)}`,
    },
  ]
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
