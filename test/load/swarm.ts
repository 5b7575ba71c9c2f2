import { setTimeout as sleep } from 'node:timers/promises'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { Child } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import type { Refreshing } from './swarm-client.ts'
import type { SwarmRequests } from './swarm-process.ts'

const clientCount = 200
const eventsPerSecond = 5
const eventCount = 75
const warmUpEvents = 45
/** Every fifth event undoes the report before it. */
const undoEvery = 5
const pastReports = 3_000

/** Measures 200 signed-in browsers that reload their five lists after every event, on each engine. */
export async function measureSwarm(bench: Bench): Promise<Figure[]> {
  const onPostgres = await measureOn(bench, 'PostgreSQL', { databaseUrl: await bench.newDatabase() })
  const onEmbedded = await measureOn(bench, 'embedded', { dataDir: await bench.newFolder() })
  return [...onPostgres, ...onEmbedded]
}

async function measureOn(
  bench: Bench,
  engine: string,
  database: { databaseUrl: string } | { dataDir: string },
): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  try {
    const { port } = await product.ask('start', database)
    const members = await product.ask('addMembers', { count: clientCount, hasPoints: false })
    const today = dayOf(new Date(), 'UTC')
    await product.ask('addContest', { startDate: addDays(today, -1), endDate: addDays(today, 1) })
    await product.ask('fillWithReports', pastReports)
    const posts = await product.ask('addPosts', eventCount + warmUpEvents)
    await product.ask('runMaintenance')
    const swarm = await Swarm.open(port, members)
    try {
      return figuresOf(engine, await runEvents(product, swarm, { port, members, posts }), bench)
    } finally {
      await swarm.close()
    }
  } finally {
    await product.stop()
  }
}

interface Outcome {
  /** One delay for each client and event. */
  readonly delaysMs: readonly number[]
  readonly cores: number
  readonly requestsPerSecond: number
}

function figuresOf(engine: string, { delaysMs, cores, requestsPerSecond }: Outcome, bench: Bench): Figure[] {
  const halfMs = median(delaysMs)
  bench.log(`${engine}: half within ${halfMs.toFixed(1)} ms, ${cores.toFixed(2)} cores`)
  return [
    {
      measurement: 'swarm',
      name: `swarm of ${clientCount} up to date, p99, ${engine}`,
      ours: percentile(delaysMs, 99),
      unit: 'ms',
      counterpart: null,
      ratio: null,
      aim: { is: 'at most', value: 100 },
      note:
        `${eventsPerSecond} events/s cause ${requestsPerSecond.toFixed(0)} requests/s; half of ${delaysMs.length} ` +
        `refreshes within ${halfMs.toFixed(1)} ms, the slowest ${Math.max(...delaysMs).toFixed(1)} ms`,
    },
    {
      measurement: 'swarm',
      name: `server's processor time in the swarm, ${engine}`,
      ours: cores,
      unit: 'cores',
      counterpart: null,
      ratio: null,
      aim: { is: 'at most', value: 0.5 },
    },
  ]
}

async function runEvents(
  product: Child<ProductRequests>,
  swarm: Swarm,
  team: { port: number; members: readonly LoadMember[]; posts: readonly string[] },
): Promise<Outcome> {
  const reporter = await HttpConnection.open(team.port)
  const eventAt = async (n: number) => {
    const member = team.members[(n - (n % undoEvery)) % team.members.length]
    const headers = { cookie: member?.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    if (n % undoEvery === undoEvery - 1) {
      const { body } = await reporter.ask(requestBytes(`GET ${recentInteractions.path}`, headers))
      const [newest] = (JSON.parse(body.toString()) as { data: { id: string }[] }).data
      const path = undoInteraction.path.replace(':id', newest?.id ?? '')
      return reporter.ask(requestBytes(`DELETE ${path}`, headers))
    }
    const report = { postId: team.posts[n], interactionType: 'like' }
    return reporter.ask(requestBytes(`POST ${reportInteraction.path}`, headers, report))
  }
  const play = async (first: number, count: number) => {
    const startedAtMs = performance.now()
    for (let n = 0; n < count; n++) {
      const { status, body } = await eventAt(first + n)
      if (status !== 200) throw new Error(`An event failed: ${status} ${body.toString()}`)
      await sleep(Math.max(0, startedAtMs + ((n + 1) * 1_000) / eventsPerSecond - performance.now()))
    }
    await swarm.waitUntilFresh(first + count)
  }
  try {
    await play(0, warmUpEvents)
    const requestsBefore = await swarm.requests()
    const before = await product.ask('usage')
    await play(warmUpEvents, eventCount)
    const after = await product.ask('usage')
    const announced = (await product.ask('announced')).map(({ atMs }) => atMs)
    const requests = (await swarm.requests()) - requestsBefore
    const seconds = (after.atMs - before.atMs) / 1_000
    return {
      delaysMs: await swarm.delaysSince(announced, warmUpEvents),
      cores: (after.cpuMs - before.cpuMs) / 1_000 / seconds,
      requestsPerSecond: requests / seconds,
    }
  } finally {
    reporter.close()
  }
}

/** Browsers with their live connections, in a process of their own, so that nothing else delays what is measured. */
export class Swarm {
  readonly #browsers = new Child<SwarmRequests>('swarm-process.ts')

  static async open(
    port: number,
    members: readonly LoadMember[],
    refreshing: Refreshing = {},
  ): Promise<Swarm> {
    const swarm = new Swarm()
    const cookies = members.map(({ cookie }) => cookie)
    await swarm.#browsers.ask('open', { port, cookies, refreshing })
    return swarm
  }

  /** How many requests it has sent. */
  requests(): Promise<number> {
    return this.#browsers.ask('requests')
  }

  /** Waits until all lists of every client reflect this many events. */
  waitUntilFresh(events: number): Promise<void> {
    return this.#browsers.ask('waitUntilFresh', events)
  }

  /** For each client and each event from `first` on: the time until all lists of the client reflected the event. */
  delaysSince(announcedAtMs: number[], first: number): Promise<number[]> {
    return this.#browsers.ask('delaysSince', { announcedAtMs, first })
  }

  close(): Promise<void> {
    return this.#browsers.stop()
  }
}
