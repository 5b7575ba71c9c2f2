import { submitShare } from '#contract/shares.ts'
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
/** More than a chat that takes one a second is told while this runs. */
const waitingMessages = 300
const engines = ['PostgreSQL', 'embedded'] as const

/** Reports while Slack takes a message a second, and while it answers nothing at all: nobody who reports should notice. */
export async function measureChat(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const healthy = await startTold(bench, engine)
    const hanging = await startTold(bench, engine)
    hanging.workplace.fault({ match: /chat\.postMessage/, times: Number.POSITIVE_INFINITY, mode: 'hang' })
    for (const side of [healthy, hanging]) await side.begin()
    figures.push(await compare(bench, engine, { healthy, hanging }))
    await healthy.stop()
    await hanging.stop()
  }
  return figures
}

/** A product with a stand-in Slack of its own, which has much to be told. */
interface Told {
  readonly workplace: Workplace
  /** Hands in the shares that the chat is to be told of, and warms up. */
  begin(): Promise<void>
  /** The 95th percentile of the time that a report takes, in milliseconds. */
  report(count: number): Promise<number>
  stop(): Promise<void>
}

async function startTold(bench: Bench, engine: (typeof engines)[number]): Promise<Told> {
  const workplace = await startWorkplace({ people: [] })
  const product = new Child<ProductRequests>('product-process.ts')
  bench.later(() => product.stop())
  bench.later(() => workplace.close())
  const on =
    engine === 'embedded' ? { dataDir: await bench.newFolder() } : { databaseUrl: await bench.newDatabase() }
  const { apiUrl, botToken, channelId } = workplace
  const environment = { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, SLACK_CHANNEL_ID: channelId }
  const { port } = await product.ask('start', { ...on, environment })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: false })
  const posts = await product.ask('addPosts', warmUpReports + rounds * reportsInRound)
  await product.ask('tidy')
  const connections = await Promise.all(members.map(() => HttpConnection.open(port)))
  bench.later(() => {
    for (const connection of connections) connection.close()
  })
  const reporters = reportersOf({ members, posts })
  const report = (count: number) => measureReports(connections, reporters, count)
  return {
    workplace,
    begin: async () => {
      await handIn(connections, members)
      await report(warmUpReports)
    },
    report,
    stop: () => product.stop(),
  }
}

async function handIn(connections: readonly HttpConnection[], members: readonly LoadMember[]): Promise<void> {
  let left = waitingMessages
  const next = (place: number) => {
    const headers = { cookie: String(members[place]?.cookie), 'sec-fetch-site': 'same-origin' }
    const body = { platform: 'linkedin', customMessage: 'Look at this' }
    return left-- > 0 ? { request: requestBytes(`POST ${submitShare.path}`, headers, body) } : null
  }
  assertAll(await measureRate(connections, next, Number.POSITIVE_INFINITY), 200)
}

async function measureReports(
  connections: readonly HttpConnection[],
  reporters: readonly Reporter[],
  count: number,
): Promise<number> {
  const timesMs: number[] = []
  let begun = 0
  const next = (place: number) => {
    if (begun++ >= count) return null
    const { request } = nextReport(reporters[place])
    const startedAtMs = performance.now()
    return { request, onAnswer: () => void timesMs.push(performance.now() - startedAtMs) }
  }
  assertAll(await measureRate(connections, next, Number.POSITIVE_INFINITY), 200)
  return percentile(timesMs, 95)
}

async function compare(
  bench: Bench,
  engine: string,
  { healthy, hanging }: { healthy: Told; hanging: Told },
): Promise<Figure> {
  const results: { healthy: number; hanging: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    // In turns, so that what the first of a round meets is not always met by the same side.
    const first = round % 2 === 0 ? healthy : hanging
    const firstMs = await first.report(reportsInRound)
    const secondMs = await (first === healthy ? hanging : healthy).report(reportsInRound)
    const result =
      first === healthy ? { healthy: firstMs, hanging: secondMs } : { healthy: secondMs, hanging: firstMs }
    bench.say(`${engine}, round ${round}: ${result.healthy.toFixed(1)} and ${result.hanging.toFixed(1)} ms`)
    results.push(result)
  }
  assertTold(healthy, hanging)
  return {
    measurement: 'chat',
    name: `report while Slack hangs, p95, ${engine}`,
    ours: median(results.map((result) => result.hanging)),
    unit: 'ms',
    counterpart: { name: 'while it answers', value: median(results.map((result) => result.healthy)) },
    // Of each round by itself: what else the machine does meets both sides of a round alike.
    ratio: median(results.map((result) => result.hanging / result.healthy)),
    aim: { is: 'at most', value: 1.2 },
    note: `${memberCount} members at once, ${reportsInRound} reports a round, messages waiting all the time`,
  }
}

/** Throws unless one chat was told things meanwhile and the other one was asked in vain. */
function assertTold(healthy: Told, hanging: Told): void {
  const asked = ({ workplace }: Told) =>
    workplace.journal().filter(({ path }) => path.endsWith('/chat.postMessage')).length
  if (asked(healthy) < 3 || asked(hanging) < 1) throw new Error('The chats were not told anything meanwhile')
}
