import { listActivities } from '#contract/activities.schema.ts'
import { listContests } from '#contract/contests.schema.ts'
import { recentInteractions } from '#contract/interactions.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { sharedClockMs } from './child-process.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'

const lists = [getCurrentUser, listActivities, getLeaderboard, listContests, recentInteractions].map(
  ({ path }) => path,
)

/** How a browser refreshes. */
export interface Refreshing {
  /** What it requests; five lists if omitted. */
  readonly paths?: readonly string[]
  /** How long it collects events before it requests anything. */
  readonly collectMs?: number
  /** What it requests one to two seconds after an event. Its lists are up to date without these. */
  readonly afterwards?: readonly string[]
  /** Further headers, as a browser sends them. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One signed-in browser. After every event it requests its lists in parallel, each over its own connection and with its
 * last ETag. While a list's request is pending, further events lead to one more request after it.
 */
export class SwarmClient {
  /** When all lists reflected each event, in the order of the events, on the shared clock. */
  readonly freshAtMs: number[] = []
  readonly #lists: readonly PolledList[]
  readonly #afterwards: readonly PolledList[]
  readonly #collectMs: number
  #collecting: NodeJS.Timeout | null = null
  #waiting: NodeJS.Timeout | null = null
  #events = 0

  private constructor(lists: readonly Source[], afterwards: readonly Source[], collectMs: number) {
    this.#lists = lists.map((source) => new PolledList(source, () => this.#recordFreshness()))
    this.#afterwards = afterwards.map((source) => new PolledList(source, () => undefined))
    this.#collectMs = collectMs
  }

  static async open(
    port: number,
    cookie: string,
    { paths = lists, collectMs = 0, afterwards = [], headers = {} }: Refreshing = {},
  ): Promise<SwarmClient> {
    const always = { ...headers, cookie, 'sec-fetch-site': 'same-origin' }
    const sourceOf = async (path: string) => ({
      connection: await HttpConnection.open(port),
      path,
      headers: always,
    })
    const first = await Promise.all(paths.map(sourceOf))
    return new SwarmClient(first, await Promise.all(afterwards.map(sourceOf)), collectMs)
  }

  get requests(): number {
    return this.#lists.reduce((sum, list) => sum + list.requests, 0)
  }

  /** Its progress, for an error message. */
  get state(): string {
    return `received ${this.#events} events and has lists as of events ${this.#lists.map((list) => list.events)}`
  }

  onEvent(): void {
    this.#events++
    if (this.#collectMs === 0) this.#refresh()
    else this.#collecting ??= setTimeout(() => this.#refresh(), this.#collectMs)
    this.#waiting ??= setTimeout(() => this.#refreshAfterwards(), 1_000 + Math.random() * 1_000)
  }

  close(): void {
    for (const timer of [this.#collecting, this.#waiting]) if (timer !== null) clearTimeout(timer)
    for (const list of this.#lists.concat(this.#afterwards)) list.close()
  }

  #refresh(): void {
    this.#collecting = null
    for (const list of this.#lists) list.refresh(this.#events)
  }

  #refreshAfterwards(): void {
    this.#waiting = null
    for (const list of this.#afterwards) list.refresh(this.#events)
  }

  #recordFreshness(): void {
    const freshFor = Math.min(...this.#lists.map((list) => list.events))
    while (this.freshAtMs.length < freshFor) this.freshAtMs.push(sharedClockMs())
  }
}

interface Source {
  readonly connection: HttpConnection
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

class PolledList {
  /** The number of events that its last answer reflects. */
  events = 0
  requests = 0
  readonly #source: Source
  readonly #onFresh: () => void
  #etag: string | null = null
  #isPending = false
  #wanted = 0

  constructor(source: Source, onFresh: () => void) {
    this.#source = source
    this.#onFresh = onFresh
  }

  refresh(events: number): void {
    this.#wanted = events
    if (!this.#isPending) this.#request()
  }

  close(): void {
    this.#source.connection.close()
  }

  #request(): void {
    const { connection, path, headers: always } = this.#source
    const requested = this.#wanted
    const headers = { ...always, ...(this.#etag && { 'if-none-match': this.#etag }) }
    this.#isPending = true
    this.requests++
    connection.send(requestBytes(`GET ${path}`, headers), ({ status, etag }) => {
      if (status !== 200 && status !== 304) throw new Error(`${path} answered ${status}`)
      this.#isPending = false
      this.#etag = etag
      this.events = requested
      this.#onFresh()
      if (this.#wanted > requested) this.#request()
    })
  }
}
