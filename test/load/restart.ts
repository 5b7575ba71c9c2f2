import { setTimeout as sleep } from 'node:timers/promises'
import { listActivities } from '#contract/activities.schema.ts'
import { firstReads } from '#contract/first-reads.ts'
import type { LiveMessage } from '#contract/live.ts'
import { paths as screens } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { Child, sharedClockMs } from './child-process.ts'
import { type Figure, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { LiveConnection } from './live-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const windowCount = 9_000
const openedAtOnce = 100
const postCount = 20
/** As many as a proxy opens to the product when many ask. */
const connectionCount = 500
const aimMs = 10_000
const longestMs = 120_000
/** As the browser code waits before it connects again, and before it reads. */
const retryMs = 3_000
const longestSpreadMs = 4_000
const collectMs = 300
const pauseMs = 1_000
/** What a dashboard reads again when it may have missed something. */
const paths = [getCurrentUser.path, listActivities.path, ...(firstReads[screens.dashboard] ?? [])]

/**
 * Measures how long after a restart thousands of open dashboards have connected again and read everything that they show,
 * from the moment when the new process is ready.
 */
export async function measureRestart(bench: Bench): Promise<Figure[]> {
  const databaseUrl = await bench.newDatabase()
  const old = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => old.stop())
  const { port } = await old.ask('start', { databaseUrl })
  const members = await old.ask('addMembers', { count: windowCount, hasPoints: true })
  await old.ask('addPosts', postCount)
  await old.ask('runMaintenance')
  const requests = new Requests(port)
  bench.defer(() => requests.close())
  const windows = members.map((member) => new DashboardWindow({ port, member, requests }))
  bench.defer(() => {
    for (const each of windows) each.close()
  })
  await inTurns(windows, (each) => each.open())
  await inTurns(windows, (each) => each.read())
  for (const each of windows) each.isWatching = true
  bench.log(`${windowCount} dashboards are open`)
  const { bytes: before } = requests
  await old.stop()
  const next = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => next.stop())
  const { readyAtMs } = await next.ask('start', { databaseUrl, environment: { PORT: String(port) } })
  const isDone = () => windows.every((each) => each.freshAtMs > readyAtMs)
  while (!isDone() && sharedClockMs() < readyAtMs + longestMs) await sleep(50)
  const { refused } = requests
  if (!isDone()) throw new Error(`Not all dashboards are up to date after ${longestMs / 1_000} seconds`)
  const delays = windows.map(({ freshAtMs }) => freshAtMs - readyAtMs)
  const name = `${windowCount} dashboards up to date after a restart`
  const figure = { measurement: 'restart', counterpart: null, ratio: null }
  const megabytes = ((requests.bytes - before) / 1e6).toFixed(0)
  return [
    {
      ...figure,
      name,
      ours: Math.max(...delays),
      unit: 'ms',
      aim: { is: 'at most', value: aimMs },
      note: `half after ${percentile(delays, 50).toFixed(0)} ms; ${paths.length} addresses each, ${megabytes} MB in all`,
    },
    {
      ...figure,
      name: 'answers that were not 200 or 304 meanwhile',
      ours: refused,
      unit: '',
      aim: { is: 'at most', value: 0 },
      note: '',
    },
  ]
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  let next = 0
  const one = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: openedAtOnce }, one))
}

interface Wanted {
  readonly port: number
  readonly member: LoadMember
  readonly requests: Requests
}

/** A browser with a dashboard: when its socket closes it connects again, and then reads all that it shows. */
class DashboardWindow {
  freshAtMs = 0
  /** Whether it reads by itself when it has connected again. */
  isWatching = false
  readonly #wanted: Wanted
  readonly #etags = new Map<string, string>()
  #connection: LiveConnection | null = null
  #spreadMs = 0
  #isClosed = false

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  async open(): Promise<void> {
    const { port, member } = this.#wanted
    const onClose = () => this.#connectLater()
    this.#connection = await LiveConnection.open({ port, cookie: member.cookie, onClose }, (bytes) =>
      this.#hear(bytes),
    )
  }

  async read(): Promise<void> {
    await Promise.all(paths.map((path) => this.#readOne(path)))
    this.freshAtMs = sharedClockMs()
  }

  close(): void {
    this.#isClosed = true
    this.#connection?.close()
  }

  async #readOne(path: string): Promise<void> {
    const { member, requests } = this.#wanted
    const etag = this.#etags.get(path)
    const headers = {
      cookie: member.cookie,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'gzip',
      ...(etag && { 'if-none-match': etag }),
    }
    this.#etags.set(path, await requests.get(path, headers))
  }

  #hear(bytes: Buffer): void {
    const message: LiveMessage = JSON.parse(bytes.toString())
    if (message.type !== 'connected') return
    const { withinMs = 0 } = message.data
    this.#spreadMs = Math.min(withinMs, longestSpreadMs)
    if (this.isWatching) setTimeout(() => void this.read(), collectMs + Math.random() * withinMs)
  }

  #connectLater(): void {
    if (this.#isClosed) return
    const connect = () => this.open().catch(() => undefined)
    setTimeout(connect, retryMs + Math.random() * this.#spreadMs)
  }
}

interface Waiting {
  readonly request: Buffer
  readonly resolve: (etag: string) => void
}

/** Asks over a fixed number of connections, and again when one fails, as a browser does after a moment. */
class Requests {
  refused = 0
  bytes = 0
  readonly #port: number
  readonly #waiting: Waiting[] = []
  #open = 0
  readonly #idle: HttpConnection[] = []

  constructor(port: number) {
    this.#port = port
  }

  get(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push({ request: requestBytes(`GET ${path}`, headers), resolve })
      void this.#work()
    })
  }

  close(): void {
    this.#waiting.length = 0
    for (const connection of this.#idle.splice(0)) connection.close()
  }

  async #work(): Promise<void> {
    if (this.#open >= connectionCount) return
    this.#open++
    let connection: HttpConnection | null = this.#idle.pop() ?? null
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        connection ??= await HttpConnection.open(this.#port)
        const { status, etag, bodyBytes } = await connection.ask(next.request)
        if (status !== 200 && status !== 304) this.refused++
        this.bytes += bodyBytes
        next.resolve(etag ?? '')
      } catch {
        this.#waiting.push(next)
        // One that was open before may have ended with the old process.
        if (connection === null) await sleep(pauseMs)
        connection?.close()
        connection = null
      }
    }
    if (connection) this.#idle.push(connection)
    this.#open--
  }
}
