import { setTimeout as sleep } from 'node:timers/promises'
import { listActivities } from '#contract/activities.schema.ts'
import { firstReads } from '#contract/first-reads.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getAround, getMovement } from '#contract/leaderboard.ts'
import type { LiveMessage } from '#contract/live.ts'
import { getMissed, type Missed } from '#contract/missed.ts'
import { paths as screens } from '#contract/paths.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { Child, sharedClockMs } from './child-process.ts'
import { type Figure, percentile } from './figures.ts'
import { type HttpAnswer, HttpConnection, requestBytes } from './http-connection.ts'
import { LiveConnection } from './live-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const windowCount = 9_000
const openedAtOnce = 100
const postCount = 20
const reporterCount = 100
const nextTo = 2
/** After this time what a start changes by itself counts as known to every window. */
const knownAfterMs = 12_000
/** As many as a proxy opens to the product when many ask. */
const connectionCount = 500
const aimMs = 10_000
const longestMs = 120_000
/** As the browser code waits before it connects again, and before it reads. */
const retryMs = 3_000
const longestSpreadMs = 3_000
const collectMs = 300
const pauseMs = 1_000
const longestAnswerMs = 5_000
const connected = Buffer.from('{"type":"connected"')
/** What a dashboard reads again when it may have missed something. */
const paths = [
  getCurrentUser.path,
  listActivities.path,
  getMovement.path,
  ...(firstReads[screens.dashboard] ?? []),
]

const ownPlaces: readonly string[] = [getAround.path, getMovement.path]

/**
 * Measures how long after a restart thousands of open dashboards have connected again and read everything that has changed
 * for them, from the moment when the new process is ready: where nobody has reported, but the places of a new day are
 * marked, and where some members have reported.
 */
export async function measureRestart(bench: Bench): Promise<Figure[]> {
  const databaseUrl = await bench.newDatabase()
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const { port } = await product.ask('start', { databaseUrl })
  const members = await product.ask('addMembers', { count: windowCount, hasPoints: true })
  await product.ask('bookPoints')
  const [postId = ''] = await product.ask('addPosts', postCount)
  await product.ask('runMaintenance')
  const requests = new Requests(port)
  bench.defer(() => requests.close())
  // They were made in the order of their points.
  const windows = members.map((member, nth) => {
    const near = members.slice(Math.max(0, nth - nextTo), nth + nextTo + 1).map(({ id }) => id)
    return new DashboardWindow({ port, member, requests, neighbours: new Set(near) })
  })
  bench.defer(() => {
    for (const each of windows) each.close()
  })
  await sleep(knownAfterMs)
  await inTurns(windows, (each) => each.open())
  await inTurns(windows, (each) => each.read(paths))
  for (const each of windows) each.isWatching = true
  bench.log(`${windowCount} dashboards are open`)
  const restarted = { bench, databaseUrl, port, windows, requests }
  const quiet = await restart(product, restarted)
  await sleep(knownAfterMs)
  const reporters = members.slice(0, reporterCount)
  await inTurns(reporters, ({ cookie }) => requests.report(postId, cookie))
  const busy = await restart(quiet.product, restarted)
  const figure = { measurement: 'restart', counterpart: null, ratio: null, unit: 'ms' }
  const aim = { is: 'at most', value: aimMs } as const
  const name = `${windowCount} dashboards up to date after a restart`
  return [
    { ...figure, name, ours: quiet.longestMs, aim, note: quiet.note },
    {
      ...figure,
      name: `${name}, ${reporterCount} reports before it`,
      ours: busy.longestMs,
      aim,
      note: busy.note,
    },
    {
      ...figure,
      name: 'answers that were not 200 or 304 meanwhile',
      ours: requests.refused,
      unit: '',
      aim: { is: 'at most', value: 0 },
      note: '',
    },
  ]
}

interface Restarted {
  readonly bench: Bench
  readonly databaseUrl: string
  readonly port: number
  readonly windows: readonly DashboardWindow[]
  readonly requests: Requests
}

async function restart(
  old: Child<ProductRequests>,
  { bench, databaseUrl, port, windows, requests }: Restarted,
) {
  const { bytes, answers } = requests
  await old.stop()
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const { readyAtMs } = await product.ask('start', { databaseUrl, environment: { PORT: String(port) } })
  const isDone = () => windows.every(({ freshAtMs }) => freshAtMs !== null)
  while (!isDone() && sharedClockMs() < readyAtMs + longestMs) await sleep(50)
  if (!isDone()) throw new Error(`Not all dashboards are up to date after ${longestMs / 1_000} seconds`)
  const delays = windows.map(({ freshAtMs }) => Math.max(0, (freshAtMs ?? Infinity) - readyAtMs))
  const each = ((requests.answers - answers) / windowCount).toFixed(1)
  const megabytes = ((requests.bytes - bytes) / 1e6).toFixed(0)
  const half = percentile(delays, 50).toFixed(0)
  const note = `half after ${half} ms; ${each} requests each, ${paths.length} addresses on screen, ${megabytes} MB in all`
  return { product, longestMs: Math.max(...delays), note }
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
  /** The ids of the two members above and the two below. */
  readonly neighbours: ReadonlySet<string>
}

/** A browser with a dashboard: when its socket closes it connects again, and then reads what changed meanwhile. */
class DashboardWindow {
  /** When it had read everything since it last connected; null until then. */
  freshAtMs: number | null = null
  /** Whether it reads by itself when it has connected again. */
  isWatching = false
  readonly #wanted: Wanted
  readonly #etags = new Map<string, string>()
  #connection: LiveConnection | null = null
  #spreadMs = 0
  #heardMs = 0
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

  async read(wanted: readonly string[]): Promise<void> {
    await Promise.all(wanted.map((path) => this.#readOne(path)))
    this.freshAtMs = sharedClockMs()
  }

  close(): void {
    this.#isClosed = true
    this.#connection?.close()
  }

  async #readOne(path: string): Promise<void> {
    const { member, requests } = this.#wanted
    const known = this.#etags.get(path)
    const headers = { 'accept-encoding': 'gzip', ...(known && { 'if-none-match': known }) }
    const { etag } = await requests.get(path, member.cookie, headers)
    this.#etags.set(path, etag ?? '')
  }

  #hear(bytes: Buffer): void {
    const heardMs = this.#heardMs
    this.#heardMs = sharedClockMs()
    // Every report comes here 9,000 times.
    if (!bytes.subarray(0, connected.length).equals(connected)) return
    const { data }: LiveMessage & { type: 'connected' } = JSON.parse(bytes.toString())
    const { withinMs = 0 } = data
    this.#spreadMs = Math.min(withinMs, longestSpreadMs)
    if (this.isWatching) void this.#catchUp(Math.floor(this.#heardMs - heardMs), withinMs)
  }

  async #catchUp(awayMs: number, withinMs: number): Promise<void> {
    const { member, requests } = this.#wanted
    const { body } = await requests.get(`${getMissed.path}?awayMs=${awayMs}`, member.cookie)
    const { data }: { data: Missed | null } = JSON.parse(body.toString())
    const missed = sharedClockMs() - this.#heardMs < longestAnswerMs ? data : null
    const wanted = missed ? changedPaths(missed, this.#wanted) : paths
    if (wanted.length === 0) this.freshAtMs = sharedClockMs()
    else setTimeout(() => void this.read(wanted), collectMs + (Math.random() * withinMs) / (missed ? 4 : 1))
  }

  #connectLater(): void {
    this.freshAtMs = null
    if (this.#isClosed) return
    const connect = () => this.open().catch(() => undefined)
    setTimeout(connect, retryMs + Math.random() * this.#spreadMs)
  }
}

/** What the browser code reads again: of its own only what changed for this member, and its place if a neighbour moved. */
function changedPaths({ topics, members }: Missed, { member, neighbours }: Wanted): readonly string[] {
  const hasEarned = topics.includes('reports')
  const hasMoved = members?.some((id) => id === member.id || neighbours.has(id)) ?? topics.includes('totals')
  const ofOthers: readonly Topic[] = ['totals', 'streaks']
  return paths.filter((path) => {
    const shownBy = topicsOf({ path: path.split('?')[0] ?? path, method: 'GET' })
    const changed = shownBy.filter((topic) => topics.includes(topic))
    if (ownPlaces.includes(path) && (hasEarned || hasMoved)) return true
    if (ownPlaces.includes(path) || path === getCurrentUser.path)
      return hasEarned || changed.some((topic) => !ofOthers.includes(topic))
    return changed.length > 0
  })
}

interface Waiting {
  readonly request: Buffer
  readonly resolve: (answer: HttpAnswer) => void
}

/** Asks over a fixed number of connections, and again when one fails, as a browser does after a moment. */
class Requests {
  refused = 0
  bytes = 0
  answers = 0
  readonly #port: number
  readonly #waiting: Waiting[] = []
  #open = 0
  readonly #idle: HttpConnection[] = []

  constructor(port: number) {
    this.#port = port
  }

  async report(postId: string, cookie: string): Promise<void> {
    const connection = await HttpConnection.open(this.#port)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const body = { postId, interactionType: 'like' }
    const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) this.refused++
    connection.close()
  }

  get(path: string, cookie: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const request = requestBytes(`GET ${path}`, { cookie, 'sec-fetch-site': 'same-origin', ...headers })
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve })
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
        const answer = await connection.ask(next.request)
        if (answer.status !== 200 && answer.status !== 304) this.refused++
        this.bytes += answer.bodyBytes
        this.answers++
        next.resolve(answer)
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
