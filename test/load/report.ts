import { reportInteraction } from '#contract/interactions.schema.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import type { RawReportRequests } from './raw-report-process.ts'

const memberCount = 50
const rounds = 12
const roundMs = 1_000
// Until the product runs as fast as it will.
const warmUpMs = 5_000
const postCount = 25_000
const rawPostCount = 45_000
const earlierReports = 10_000

/** How many reports of a type earn on a day. The members go far beyond it. */
const cap = 50
const dailyCaps = { like: cap, comment: cap, share: cap }

const types = ['like', 'comment', 'share'] as const

/** Compares reports by 50 members at once with one prepared statement for the same rows on the same PostgreSQL. */
export async function measureReport(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const raw = new Child<RawReportRequests>('raw-report-process.ts')
  bench.defer(() => product.stop())
  bench.defer(() => raw.stop())
  const databaseUrl = await bench.newDatabase()
  const { port } = await product.ask('start', { databaseUrl })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: false })
  const today = dayOf(new Date(), 'UTC')
  const contestId = await product.ask('addContest', {
    startDate: addDays(today, -1),
    endDate: addDays(today, 1),
  })
  // Reports of earlier days, so that the planner knows how they are spread.
  await product.ask('fillWithReports', earlierReports)
  await product.ask('setHonesty', { ...defaultHonesty, dailyCaps, checks: 'normal' })
  const posts = await product.ask('addPosts', postCount)
  const report = await prepareReports(bench, { port, members, posts })
  await raw.ask('connect', { databaseUrl, poolSize: memberCount })
  const rawPosts = await product.ask('addPosts', rawPostCount)
  await raw.ask('prepare', { memberIds: members.map(({ id }) => id), postIds: rawPosts, contestId })
  const write = async (durationMs: number) => (await raw.ask('write', durationMs)).perSecond

  await product.ask('runMaintenance')
  await report({ durationMs: warmUpMs })
  await write(warmUpMs)
  const results: { ours: number; raw: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = { ours: await report({ durationMs: roundMs }), raw: await write(roundMs) }
    bench.log(`round ${round}: ${result.ours.toFixed(0)} and ${result.raw.toFixed(0)} writes/s`)
    results.push(result)
  }
  return [
    {
      measurement: 'report',
      name: 'report, durable PostgreSQL',
      ours: median(results.map((result) => result.ours)),
      unit: 'writes/s',
      counterpart: { name: 'one raw prepared statement', value: median(results.map((result) => result.raw)) },
      // A ratio for each round, because other load on the machine affects both sides of a round equally.
      ratio: median(results.map((result) => result.ours / result.raw)),
      aim: { is: 'at least', value: 0.5 },
      note:
        `with daily limits and checks; ${memberCount} members over ${memberCount} HTTP connections and the product's own connections, ` +
        `against ${memberCount} writers with a PostgreSQL connection each`,
    },
  ]
}

/** When to stop: whichever comes first. */
interface Limit {
  readonly durationMs?: number
  /** At most this many reports. */
  readonly count?: number
}

/**
 * Opens a connection for each member. Returns a function that lets all members report concurrently, each on its own
 * posts, and returns the reports per second.
 */
export async function prepareReports(
  bench: Bench,
  { port, members, posts }: { port: number; members: readonly LoadMember[]; posts: string[] },
): Promise<(limit: Limit) => Promise<number>> {
  const connections = await Promise.all(members.map(() => HttpConnection.open(port)))
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  const reporters = reportersOf({ members, posts })
  return async ({ durationMs = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY }) => {
    let started = 0
    const next = (index: number) => (started++ < count ? nextReport(reporters[index]) : null)
    const rate = await measureRate(connections, next, durationMs)
    assertAll(rate, 200)
    return rate.perSecond
  }
}

export interface Reporter {
  readonly member: LoadMember
  readonly postIds: readonly string[]
  reported: number
}

/** One reporter for each member, each with its own posts. */
export function reportersOf({
  members,
  posts,
}: {
  members: readonly LoadMember[]
  posts: readonly string[]
}): Reporter[] {
  const postsPerMember = Math.floor(posts.length / members.length)
  return members.map((member, index) => ({
    member,
    postIds: posts.slice(index * postsPerMember, (index + 1) * postsPerMember),
    reported: 0,
  }))
}

/** The next report: each member likes, comments on and shares each of its posts. */
export function nextReport(reporter: Reporter | undefined) {
  const n = reporter ? reporter.reported++ : 0
  const postId = reporter?.postIds[Math.floor(n / types.length)]
  if (!reporter || postId === undefined) throw new Error('There are too few posts')
  const body = { postId, interactionType: types[n % types.length] }
  const headers = { cookie: reporter.member.cookie, 'sec-fetch-site': 'same-origin' }
  return { request: requestBytes(`POST ${reportInteraction.path}`, headers, body) }
}
