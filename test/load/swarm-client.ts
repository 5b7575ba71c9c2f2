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

/**
 * One signed-in browser. After every event it requests its five lists in parallel, each over its own connection and
 * with its last ETag. While a list's request is pending, further events lead to one more request after it.
 */
export class SwarmClient {
  /** When all lists reflected each event, in the order of the events, on the shared clock. */
  readonly freshAtMs: number[] = []
  readonly #lists: readonly PolledList[]
  #events = 0

  private constructor(connections: readonly HttpConnection[], cookie: string) {
    this.#lists = connections.map(
      (connection, index) =>
        new PolledList({ connection, path: lists[index] ?? '', cookie }, () => this.#recordFreshness()),
    )
  }

  static async open(port: number, cookie: string): Promise<SwarmClient> {
    return new SwarmClient(await Promise.all(lists.map(() => HttpConnection.open(port))), cookie)
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
    for (const list of this.#lists) list.refresh(this.#events)
  }

  close(): void {
    for (const list of this.#lists) list.close()
  }

  #recordFreshness(): void {
    const freshFor = Math.min(...this.#lists.map((list) => list.events))
    while (this.freshAtMs.length < freshFor) this.freshAtMs.push(sharedClockMs())
  }
}

class PolledList {
  /** The number of events that its last answer reflects. */
  events = 0
  requests = 0
  readonly #source: { connection: HttpConnection; path: string; cookie: string }
  readonly #onFresh: () => void
  #etag: string | null = null
  #isPending = false
  #wanted = 0

  constructor(source: { connection: HttpConnection; path: string; cookie: string }, onFresh: () => void) {
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
    const { connection, path, cookie } = this.#source
    const requested = this.#wanted
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(this.#etag && { 'if-none-match': this.#etag }),
    }
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
