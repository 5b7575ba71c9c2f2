import { reportInteraction } from '#contract/interactions.schema.ts'
import { achievementCodes } from '#domain/achievements.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import { Child, type Usage } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { OneRouteRequests } from './one-route-process.ts'
import { assertAll, measureRate } from './pace.ts'
import type { ProductRequests } from './product-process.ts'

const memberCount = 64
/** Few, as in a team: each is reported by all. */
const postCount = 64 * 40
const earlierReports = 10_000
/** Until there has been a report on every post. */
const warmUpMs = 8_000
const roundMs = 1_000
const rounds = 9

/** So many members report at once. At least so much of the route's rate is wanted; null for no aim. */
const levels = [
  { members: 1, aim: 0.45 },
  { members: 16, aim: 0.8 },
  { members: 64, aim: null },
]
const mostTimesLatency = 2

const types = ['like', 'comment', 'share'] as const

/**
 * Compares reports in a new workspace with the same statement behind one Fastify route that does nothing else, on the
 * same PostgreSQL and as many connections to it.
 */
export async function measureReportRoute(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const route = new Child<OneRouteRequests>('one-route-process.ts')
  bench.defer(() => product.stop())
  bench.defer(() => route.stop())
  const databaseUrl = await bench.newDatabase()
  const { port } = await product.ask('start', { databaseUrl })
  const members = await product.ask('addMembers', { count: 2 * memberCount, hasPoints: false })
  // Without an achievement to come, as for most members most of the time.
  const held = [...achievementCodes].sort()
  await product.ask('holdAchievements', held)
  const today = dayOf(new Date(), 'UTC')
  await product.ask('addContest', { startDate: addDays(today, -1), endDate: addDays(today, 1) })
  await product.ask('fillWithReports', earlierReports)
  await product.ask('setHonesty', defaultHonesty)
  const posts = await product.ask('addPosts', postCount)
  const alone = await route.ask('serve', { databaseUrl, held })
  const ours = await openSide(bench, {
    port,
    line: `POST ${reportInteraction.path}`,
    cookies: members.slice(0, memberCount).map(({ cookie }) => cookie),
    posts,
    usage: () => product.ask('usage'),
  })
  const bare = await openSide(bench, {
    port: alone.port,
    line: 'POST /report',
    cookies: members.slice(memberCount).map(({ id }) => id),
    posts,
    usage: () => route.ask('usage'),
  })
  await product.ask('runMaintenance')
  for (const side of [ours, bare]) await side({ first: 0, members: memberCount }, warmUpMs)
  await product.ask('readsForReports')
  const figures: Figure[] = []
  let reports = 0
  for (const level of levels) {
    const compared = await compare(bench, { level, ours, bare })
    figures.push(...compared.figures)
    reports += compared.reports
  }
  const reads = await product.ask('readsForReports')
  figures.push({
    measurement: 'report-route',
    name: 'reports that needed a read first',
    ours: (100 * reads) / reports,
    unit: '%',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: 5 },
    note: 'after eight seconds of reports, with the settings of a new workspace',
  })
  return figures
}

interface Round {
  readonly answers: number
  readonly perSecond: number
  readonly p99Ms: number
  /** Of the process, for each report. */
  readonly cpuUs: number
}
/** So many members report, beginning with the `first`. */
type Side = (which: { first: number; members: number }, durationMs: number) => Promise<Round>

interface Compared {
  readonly figures: Figure[]
  /** How many the product has answered. */
  readonly reports: number
}

interface Comparison {
  readonly level: (typeof levels)[number]
  readonly ours: Side
  readonly bare: Side
}

async function compare(bench: Bench, { level, ours, bare }: Comparison): Promise<Compared> {
  const { members, aim } = level
  const results: { ours: Round; bare: Round }[] = []
  for (let round = 1; round <= rounds; round++) {
    // One member alone would run out of posts.
    const which = { first: (round * members) % memberCount, members }
    const result = { ours: await ours(which, roundMs), bare: await bare(which, roundMs) }
    const text = ({ perSecond, p99Ms, cpuUs }: Round) =>
      `${perSecond.toFixed(0)}/s p99 ${p99Ms.toFixed(2)} ms ${cpuUs.toFixed(0)} µs`
    bench.log(`${members} at once, round ${round}: ${text(result.ours)} and ${text(result.bare)}`)
    results.push(result)
  }
  const middle = (value: (result: { ours: Round; bare: Round }) => number) => median(results.map(value))
  const counterpart = (value: number) => ({ name: 'one Fastify route', value })
  const reports = results.reduce((sum, result) => sum + result.ours.answers, 0)
  const figures: Figure[] = [
    {
      measurement: 'report-route',
      name: `report, ${members} at once`,
      ours: middle((result) => result.ours.perSecond),
      unit: 'writes/s',
      counterpart: counterpart(middle((result) => result.bare.perSecond)),
      ratio: middle((result) => result.ours.perSecond / result.bare.perSecond),
      aim: aim === null ? null : { is: 'at least', value: aim },
      note: 'the same statement over the same connections behind one route, for members with all achievements',
    },
    {
      measurement: 'report-route',
      name: `report, ${members} at once, p99`,
      ours: middle((result) => result.ours.p99Ms),
      unit: 'ms',
      counterpart: counterpart(middle((result) => result.bare.p99Ms)),
      ratio: middle((result) => result.ours.p99Ms / result.bare.p99Ms),
      aim: { is: 'at most', value: mostTimesLatency },
    },
  ]
  return { figures, reports }
}

interface SideOptions {
  readonly port: number
  readonly line: `POST ${string}`
  /** One for each member. */
  readonly cookies: readonly string[]
  readonly posts: readonly string[]
  readonly usage: () => Promise<Usage>
}

/** A connection for each member. All go through the same posts, each from another place on. */
async function openSide(bench: Bench, { port, line, cookies, posts, usage }: SideOptions): Promise<Side> {
  const connections = await Promise.all(cookies.map(() => HttpConnection.open(port)))
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  const reported = cookies.map(() => 0)
  const step = Math.floor(posts.length / cookies.length)
  const requestOf = (member: number) => {
    const n = reported[member] ?? 0
    reported[member] = n + 1
    if (n >= posts.length * types.length) throw new Error('There are too few posts')
    const postId = posts[(Math.floor(n / types.length) + member * step) % posts.length]
    const headers = { cookie: cookies[member] ?? '', 'sec-fetch-site': 'same-origin' }
    return requestBytes(line, headers, { postId, interactionType: types[n % types.length] })
  }
  return async ({ first, members }, durationMs) => {
    const timesMs: number[] = []
    const before = await usage()
    const next = (nth: number) => {
      const request = requestOf(first + nth)
      const sentAtMs = performance.now()
      return { request, onAnswer: () => timesMs.push(performance.now() - sentAtMs) }
    }
    const rate = await measureRate(connections.slice(first, first + members), next, durationMs)
    assertAll(rate, 200)
    const cpuUs = (((await usage()).cpuMs - before.cpuMs) * 1_000) / rate.answers
    return { answers: rate.answers, perSecond: rate.perSecond, p99Ms: percentile(timesMs, 99), cpuUs }
  }
}
