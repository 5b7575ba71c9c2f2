import { listActivities } from '#contract/activities.ts'
import { listContests } from '#contract/contests.ts'
import { recentInteractions } from '#contract/interactions.ts'
import { getLeaderboard } from '#contract/leaderboard.ts'
import { getCurrentUser } from '#contract/users.ts'
import { sharedClockMs } from './child-process.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'

const lists = [getCurrentUser, listActivities, getLeaderboard, listContests, recentInteractions].map(
  ({ path }) => path,
)

/**
 * One signed-in browser. At every event it asks for its five lists at once, each over a connection of its own and with
 * the ETag it has; where an answer is still on its way, it asks again after it.
 */
export class SwarmClient {
  /** When it had all lists as of each event, in the order of the events, on the shared clock. */
  readonly freshAtMs: number[] = []
  readonly #lists: readonly PolledList[]
  #heard = 0

  private constructor(connections: readonly HttpConnection[], cookie: string) {
    this.#lists = connections.map(
      (connection, place) =>
        new PolledList({ connection, path: lists[place] ?? '', cookie }, () => this.#note()),
    )
  }

  static async open(port: number, cookie: string): Promise<SwarmClient> {
    return new SwarmClient(await Promise.all(lists.map(() => HttpConnection.open(port))), cookie)
  }

  get requests(): number {
    return this.#lists.reduce((sum, list) => sum + list.requests, 0)
  }

  /** Where it stands, for a message to people. */
  get state(): string {
    return `heard of ${this.#heard} events and has lists of ${this.#lists.map((list) => list.events)}`
  }

  hear(): void {
    this.#heard++
    for (const list of this.#lists) list.refresh(this.#heard)
  }

  close(): void {
    for (const list of this.#lists) list.close()
  }

  #note(): void {
    const freshFor = Math.min(...this.#lists.map((list) => list.events))
    while (this.freshAtMs.length < freshFor) this.freshAtMs.push(sharedClockMs())
  }
}

class PolledList {
  /** Of how many events the answer that it has knows. */
  events = 0
  requests = 0
  readonly #source: { connection: HttpConnection; path: string; cookie: string }
  readonly #onFresh: () => void
  #etag: string | null = null
  #isAsking = false
  #wanted = 0

  constructor(source: { connection: HttpConnection; path: string; cookie: string }, onFresh: () => void) {
    this.#source = source
    this.#onFresh = onFresh
  }

  refresh(events: number): void {
    this.#wanted = events
    if (!this.#isAsking) this.#ask()
  }

  close(): void {
    this.#source.connection.close()
  }

  #ask(): void {
    const { connection, path, cookie } = this.#source
    const asked = this.#wanted
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(this.#etag && { 'if-none-match': this.#etag }),
    }
    this.#isAsking = true
    this.requests++
    connection.send(requestBytes(`GET ${path}`, headers), ({ status, etag }) => {
      if (status !== 200 && status !== 304) throw new Error(`${path} answered ${status}`)
      this.#isAsking = false
      this.#etag = etag
      this.events = asked
      this.#onFresh()
      if (this.#wanted > asked) this.#ask()
    })
  }
}
