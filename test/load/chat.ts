import { submitShare } from '#contract/shares.schema.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { Child } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import { nextReport, type Reporter, reportersOf } from './report.ts'

const memberCount = 10
const rounds = 12
const reportsInRound = 800
const warmUpReports = 400
/** More than Slack accepts while this runs, at one message a second. */
const queuedMessages = 300
const engines = ['PostgreSQL', 'embedded'] as const

/**
 * Compares reports while Slack accepts a message a second with reports while Slack never answers. Nobody who reports
 * should notice a difference.
 */
export async function measureChat(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const healthy = await startSide(bench, engine)
    const hanging = await startSide(bench, engine)
    hanging.workplace.fault({ match: /chat\.postMessage/, times: Number.POSITIVE_INFINITY, mode: 'hang' })
    for (const side of [healthy, hanging]) await side.warmUp()
    figures.push(await compare(bench, engine, { healthy, hanging }))
    await healthy.stop()
    await hanging.stop()
  }
  return figures
}

/** A product with its own stand-in Slack and a queue of notifications. */
interface Side {
  readonly workplace: Workplace
  /** Submits the shares that fill the queue, and warms up. */
  warmUp(): Promise<void>
  /** Sends this many reports. Returns the 95th percentile of their times, in milliseconds. */
  report(count: number): Promise<number>
  stop(): Promise<void>
}

async function startSide(bench: Bench, engine: (typeof engines)[number]): Promise<Side> {
  const workplace = await startWorkplace({ people: [] })
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  bench.defer(() => workplace.close())
  const database =
    engine === 'embedded' ? { dataDir: await bench.newFolder() } : { databaseUrl: await bench.newDatabase() }
  const { apiUrl, botToken, channelId } = workplace
  const environment = { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, SLACK_CHANNEL_ID: channelId }
  const { port } = await product.ask('start', { ...database, environment })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: false })
  const posts = await product.ask('addPosts', warmUpReports + rounds * reportsInRound)
  await product.ask('runMaintenance')
  // One share each, because a member has few waiting.
  const sharers = await product.ask('addMembers', { count: queuedMessages, hasPoints: false })
  let connections: readonly HttpConnection[] = []
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  const reporters = reportersOf({ members, posts })
  const report = (count: number) => measureReports(connections, reporters, count)
  return {
    workplace,
    warmUp: async () => {
      // Not before, because the product closes a connection that nothing was asked over for a minute.
      connections = await Promise.all(members.map(() => HttpConnection.open(port)))
      await submitShares(connections, sharers)
      await report(warmUpReports)
    },
    report,
    stop: () => product.stop(),
  }
}

async function submitShares(
  connections: readonly HttpConnection[],
  sharers: readonly LoadMember[],
): Promise<void> {
  const left = sharers.values()
  const next = () => {
    const { value: sharer } = left.next()
    if (!sharer) return null
    const headers = { cookie: sharer.cookie, 'sec-fetch-site': 'same-origin' }
    const body = { platform: 'linkedin', customMessage: 'Look at this' }
    return { request: requestBytes(`POST ${submitShare.path}`, headers, body) }
  }
  assertAll(await measureRate(connections, next, Number.POSITIVE_INFINITY), 200)
}

async function measureReports(
  connections: readonly HttpConnection[],
  reporters: readonly Reporter[],
  count: number,
): Promise<number> {
  const timesMs: number[] = []
  let started = 0
  const next = (index: number) => {
    if (started++ >= count) return null
    const { request } = nextReport(reporters[index])
    const startedAtMs = performance.now()
    return { request, onAnswer: () => void timesMs.push(performance.now() - startedAtMs) }
  }
  assertAll(await measureRate(connections, next, Number.POSITIVE_INFINITY), 200)
  return percentile(timesMs, 95)
}

async function compare(
  bench: Bench,
  engine: string,
  { healthy, hanging }: { healthy: Side; hanging: Side },
): Promise<Figure> {
  const results: { healthy: number; hanging: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    // The sides take turns at being first, so that a disadvantage of the first one does not always hit the same side.
    const first = round % 2 === 0 ? healthy : hanging
    const firstMs = await first.report(reportsInRound)
    const secondMs = await (first === healthy ? hanging : healthy).report(reportsInRound)
    const result =
      first === healthy ? { healthy: firstMs, hanging: secondMs } : { healthy: secondMs, hanging: firstMs }
    bench.log(`${engine}, round ${round}: ${result.healthy.toFixed(1)} and ${result.hanging.toFixed(1)} ms`)
    results.push(result)
  }
  assertSlackRequests(healthy, hanging)
  return {
    measurement: 'chat',
    name: `report while Slack hangs, p95, ${engine}`,
    ours: median(results.map((result) => result.hanging)),
    unit: 'ms',
    counterpart: { name: 'while it answers', value: median(results.map((result) => result.healthy)) },
    // A ratio for each round, because other load on the machine affects both sides of a round equally.
    ratio: median(results.map((result) => result.hanging / result.healthy)),
    aim: { is: 'at most', value: 1.2 },
    note: `${memberCount} members at once, ${reportsInRound} reports a round, notifications queued all the time`,
  }
}

/** Throws unless both stand-ins for Slack received requests while the reports ran. */
function assertSlackRequests(healthy: Side, hanging: Side): void {
  const requestsTo = ({ workplace }: Side) =>
    workplace.journal().filter(({ path }) => path.endsWith('/chat.postMessage')).length
  if (requestsTo(healthy) < 3 || requestsTo(hanging) < 1) throw new Error('Slack received too few requests')
}
