import { reportInteraction } from '#contract/interactions.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import type { RawReportRequests } from './raw-report-process.ts'

const memberCount = 50
const rounds = 6
const roundMs = 1_500
const warmUpMs = 2_000
const postCount = 40_000
const mostInOneGo = 6_000
const rawPoolSizes = [10, 50]

const types = ['like', 'comment', 'share'] as const

/** Reports by 50 members at once, against one prepared statement that writes the same rows on the same PostgreSQL. */
export async function measureReport(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const raw = new Child<RawReportRequests>('raw-report-process.ts')
  bench.later(() => product.stop())
  bench.later(() => raw.stop())
  const databaseUrl = await bench.newDatabase()
  const { port } = await product.ask('start', { databaseUrl })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: false })
  const today = dayOf(new Date(), 'UTC')
  const contestId = await product.ask('addContest', {
    startDate: addDays(today, -1),
    endDate: addDays(today, 1),
  })
  const posts = await product.ask('addPosts', postCount)
  const report = await reportsOver(bench, { port, members, posts })
  const memberIds = members.map(({ id }) => id)
  const rawPosts = await product.ask('addPosts', postCount)
  const write = async (durationMs: number) => {
    const postIds = rawPosts.slice(0, mostInOneGo)
    const { written, perSecond } = await raw.ask('write', {
      ...{ memberIds, postIds, contestId },
      ...{ concurrency: memberCount, durationMs },
    })
    rawPosts.splice(0, written)
    return perSecond
  }

  await product.ask('tidy')
  await report({ durationMs: warmUpMs })
  const results: { ours: number; raw: number }[] = []
  const best = new Map<number, number[]>()
  for (let round = 1; round <= rounds; round++) {
    const ours = await report({ durationMs: roundMs })
    const rates: number[] = []
    for (const poolSize of rawPoolSizes) {
      await raw.ask('connect', { databaseUrl, poolSize })
      // Connecting and preparing are not what is measured.
      await write(200)
      const rate = await write(roundMs / 2)
      best.set(poolSize, [...(best.get(poolSize) ?? []), rate])
      rates.push(rate)
    }
    results.push({ ours, raw: Math.max(...rates) })
    bench.say(
      `round ${round}: ${ours.toFixed(0)} and ${rates.map((rate) => rate.toFixed(0)).join(' or ')} writes/s`,
    )
  }
  const perPool = [...best].map(([size, rates]) => `${median(rates).toFixed(0)}/s over ${size} connections`)
  return [
    {
      measurement: 'report',
      name: 'report, durable PostgreSQL',
      ours: median(results.map((result) => result.ours)),
      unit: 'writes/s',
      counterpart: { name: 'one raw prepared statement', value: median(results.map((result) => result.raw)) },
      ratio: median(results.map((result) => result.ours / result.raw)),
      aim: { is: 'at least', value: 0.4 },
      note: `${memberCount} members at once; raw: ${perPool.join(', ')}, of each round the faster counts`,
    },
  ]
}

interface Extent {
  readonly durationMs?: number
  /** At most this many. */
  readonly count?: number
}

/** Answers a function that reports, each report on a post of its own, and tells how many it made a second. */
export async function reportsOver(
  bench: Bench,
  { port, members, posts }: { port: number; members: readonly LoadMember[]; posts: string[] },
): Promise<(extent: Extent) => Promise<number>> {
  const connections = await Promise.all(members.map(() => HttpConnection.open(port)))
  bench.later(() => {
    for (const connection of connections) connection.close()
  })
  return async ({ durationMs = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY }) => {
    let begun = 0
    const next = (place: number) => (begun < count ? reportBy(members[place], posts.pop(), begun++) : null)
    const rate = await measureRate(connections, next, durationMs)
    assertAll(rate, 200)
    return rate.perSecond
  }
}

function reportBy(member: LoadMember | undefined, postId: string | undefined, place: number) {
  if (!member || postId === undefined) throw new Error('There were too few posts')
  const body = { postId, interactionType: types[place % types.length] }
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin' }
  return { request: requestBytes(`POST ${reportInteraction.path}`, headers, body) }
}
