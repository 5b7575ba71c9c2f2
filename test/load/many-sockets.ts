import { setTimeout as sleep } from 'node:timers/promises'
import type { BareRequests } from './bare-process.ts'
import { Child, sharedClockMs, type Usage } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { Listeners } from './listeners.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import type { Report, ReporterRequests } from './reporter-process.ts'

// Those of the product and of the bare server are open together, and one process opens at most 20,000 files here.
const socketCount = 9_000
const warmUpEvents = 10
const rounds = 6
const eventsPerRound = 5
const pauseMs = 150
const atOnce = 16
const perSecond = 50
const steadyEvents = 200
const closedLoopEvents = 400
const aloneEvents = 40

interface Setting {
  readonly product: Child<ProductRequests>
  readonly bare: Child<BareRequests>
  readonly reporter: Child<ReporterRequests>
  readonly port: number
  readonly members: readonly LoadMember[]
  readonly posts: string[]
}

/**
 * Measures one process with thousands of open windows: how fast they open, when the last of them gets a message, how
 * long a report waits for its answer meanwhile, and how many reports a second all windows can be told of. The
 * counterpart is a bare `ws` server.
 */
export async function measureManySockets(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const bare = new Child<BareRequests>('bare-process.ts')
  const reporter = new Child<ReporterRequests>('reporter-process.ts')
  for (const child of [product, bare, reporter]) bench.defer(() => child.stop())
  const { port } = await product.ask('start', { databaseUrl: await bench.newDatabase() })
  const members = await product.ask('addMembers', { count: socketCount, hasPoints: true })
  const events = aloneEvents + warmUpEvents + rounds * eventsPerRound + steadyEvents + closedLoopEvents
  const posts = await product.ask('addPosts', events)
  await product.ask('runMaintenance')
  const setting = { product, bare, reporter, port, members, posts }
  const { port: barePort } = await bare.ask('openSockets')
  const alone = (await answersAlone(setting)).slice(warmUpEvents)
  const theirs = await open(bench, bare, { port: barePort, members: [] })
  const ours = await open(bench, product, { port, members })
  const told = await tell(setting, ours.listeners, theirs.listeners)
  const steady = await report(setting, ours.listeners, { count: steadyEvents, perSecond })
  const full = await report(setting, ours.listeners, { count: closedLoopEvents, atOnce })
  return figures({ alone, told, steady, full, opening: { ours, bare: theirs } })
}

/** How long reports take without any socket, one after the other. */
async function answersAlone(setting: Setting): Promise<number[]> {
  const answers: number[] = []
  await times(aloneEvents, async () => {
    const series = { port: setting.port, reports: nextReports(setting, 1), atOnce: 1 }
    answers.push(...(await setting.reporter.ask('report', series)))
    await sleep(pauseMs)
  })
  return answers
}

interface Opening {
  readonly listeners: Listeners
  readonly ms: number
  /** The processor time of the server for each socket, in microseconds. */
  readonly cpuUs: number
}

async function open(
  bench: Bench,
  server: { ask(name: 'usage'): Promise<Usage> },
  { port, members }: { port: number; members: readonly LoadMember[] },
): Promise<Opening> {
  const cookies = members.map(({ cookie }) => cookie)
  const before = await server.ask('usage')
  const listeners = await Listeners.open(bench, { port, count: socketCount, cookies })
  const after = await server.ask('usage')
  bench.log(`opened ${socketCount} sockets in ${listeners.openingMs.toFixed(0)} ms`)
  const cpuUs = ((after.cpuMs - before.cpuMs) / socketCount) * 1_000
  return { listeners, ms: listeners.openingMs, cpuUs }
}

interface Told {
  /** From the commit, or from the start of the bare broadcast, until the last socket has the message. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  readonly answers: readonly number[]
}

/** Tells all sockets of one report after the other, in turns with the bare server. */
async function tell(setting: Setting, ours: Listeners, theirs: Listeners): Promise<Told> {
  const delays = { ours: [] as number[], bare: [] as number[], answers: [] as number[] }
  const tellOurs = async () => {
    const arrival = ours.next(socketCount)
    const [reported] = nextReports(setting, 1)
    const series = { port: setting.port, reports: [reported as Report], atOnce: 1 }
    delays.answers.push(...(await setting.reporter.ask('report', series)))
    const announced = await setting.product.ask('announced')
    const committed = announced.find(({ postId }) => postId === reported?.postId)
    if (!committed) throw new Error('A report was not announced')
    delays.ours.push((await arrival) - committed.atMs)
    await sleep(pauseMs)
  }
  const tellTheirs = async () => {
    const arrival = theirs.next(socketCount)
    const sentAtMs = await setting.bare.ask('broadcast', ours.lastText)
    delays.bare.push((await arrival) - sentAtMs)
    await sleep(pauseMs)
  }
  await times(warmUpEvents, tellOurs)
  await times(warmUpEvents, tellTheirs)
  for (const each of Object.values(delays)) each.length = 0
  for (let round = 0; round < rounds; round++) {
    await times(eventsPerRound, tellOurs)
    await times(eventsPerRound, tellTheirs)
  }
  return delays
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n++) await work()
}

/** Reports of different members, each about a post of its own. */
function nextReports({ members, posts }: Setting, count: number): Report[] {
  return posts.splice(0, count).map((postId) => {
    const member = members[posts.length % members.length]
    return { postId, cookie: member?.cookie ?? '' }
  })
}

interface Load {
  /** The rate at which the last socket was told of them. */
  readonly perSecond: number
  readonly answersMs: readonly number[]
  /** The processor time of the product, in cores. */
  readonly cores: number
}

async function report(
  setting: Setting,
  listeners: Listeners,
  { count, ...pace }: { count: number; perSecond?: number; atOnce?: number },
): Promise<Load> {
  const reports = nextReports(setting, count)
  const startMs = sharedClockMs()
  const before = await setting.product.ask('usage')
  const arrival = listeners.next(socketCount, count)
  const answersMs = await setting.reporter.ask('report', { port: setting.port, reports, ...pace })
  const durationMs = (await arrival) - startMs
  const after = await setting.product.ask('usage')
  const cores = (after.cpuMs - before.cpuMs) / (after.atMs - before.atMs)
  return { perSecond: (count / durationMs) * 1_000, answersMs, cores }
}

interface Measured {
  readonly alone: readonly number[]
  readonly told: Told
  readonly steady: Load
  readonly full: Load
  readonly opening: { readonly ours: Opening; readonly bare: Opening }
}

function figures({ alone, told, steady, full, opening }: Measured): Figure[] {
  const measurement = 'sockets'
  const bare = (value: number) => ({ name: 'bare ws server', value })
  const last = { ours: median(told.ours), bare: median(told.bare) }
  const words = ({ answersMs, cores }: Load) =>
    `answered within ${median(answersMs).toFixed(1)} ms (p99 ${percentile(answersMs, 99).toFixed(0)}), the product ` +
    `used ${cores.toFixed(2)} cores`
  return [
    {
      measurement,
      name: `opening ${socketCount} sockets`,
      ours: opening.ours.ms,
      unit: 'ms',
      counterpart: bare(opening.bare.ms),
      ratio: opening.ours.ms / opening.bare.ms,
      aim: { is: 'at most', value: 2 },
      note: `the server's processor time for each: ${opening.ours.cpuUs.toFixed(0)} µs, bare ${opening.bare.cpuUs.toFixed(0)} µs`,
    },
    {
      measurement,
      name: `message to the last of ${socketCount} sockets, p50`,
      ours: last.ours,
      unit: 'ms',
      counterpart: bare(last.bare),
      ratio: last.ours / last.bare,
      aim: { is: 'at most', value: 1.3 },
      note: `p99 ${percentile(told.ours, 99).toFixed(0)} ms, bare ${percentile(told.bare, 99).toFixed(0)} ms`,
    },
    {
      measurement,
      name: `how much later a report is answered with ${socketCount} sockets, p50`,
      ours: median(told.answers) - median(alone),
      unit: 'ms',
      counterpart: null,
      ratio: null,
      aim: { is: 'at most', value: 5 },
      note:
        `${median(told.answers).toFixed(1)} ms (p99 ${percentile(told.answers, 99).toFixed(0)}), without sockets ` +
        `${median(alone).toFixed(1)} ms (p99 ${percentile(alone, 99).toFixed(0)})`,
    },
    {
      measurement,
      name: `reports a second at which telling ${socketCount} sockets fills a core`,
      ours: steady.perSecond / steady.cores,
      unit: 'reports/s',
      counterpart: null,
      ratio: null,
      aim: { is: 'at least', value: 50 },
      note:
        `at a steady ${perSecond} a second all were told at ${steady.perSecond.toFixed(1)} a second, ${words(steady)}; ` +
        `${atOnce} members at once: ${full.perSecond.toFixed(1)} a second, ${words(full)}. The sockets' other ends and ` +
        'the database share the machine',
    },
  ]
}
