import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Announcement, Announcements } from '#server/db/announcement.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import type { Log } from '#server/log.ts'

const channel = 'ovation_live'
/** The name of the connection by which each instance listens to the others. */
const relayName = 'ovation live'
const batchMs = 20
const reconnectMs = 1_000
// PostgreSQL refuses notifications of 8,000 bytes and more.
const mostPayloadBytes = 7_500
const mostIdsPerPart = 150
const notify = query({
  name: 'notify_live',
  sql: 'select pg_notify($channel, $payload)',
  params: { channel: col.text, payload: col.text },
})

const countInstances = query({
  name: 'count_instances',
  sql: `select count(*)::int as instances from pg_stat_activity
   where datname = current_database() and application_name = $name`,
  params: { name: col.text },
  row: { instances: col.int },
})

/** Whether there are instances besides this one on a PostgreSQL server. */
export async function hasOtherInstances(db: Db): Promise<boolean> {
  return (await countInstances.one(db, { name: relayName })).instances > 1
}

/**
 * Passes announcements to the listeners of this process at once and, on PostgreSQL, to the other instances within about
 * 20 ms. After a lost connection it calls `onGap`, because announcements may have been missed.
 */
export class Relay extends Announcements {
  /** How this instance's payloads begin. */
  readonly #head = `{"from":"${randomUUID()}","announcements":[`
  readonly #db: Db
  readonly #log: Log
  #outgoing: Announcement[] = []
  #flushing: Promise<void> | null = null
  #client: pg.Client | null = null
  #isClosed = false

  constructor(db: Db, log: Log) {
    super()
    this.#db = db
    this.#log = log
    db.listen((announcement) => this.announce(announcement))
  }

  announce(announcement: Announcement): void {
    this.tell(announcement)
    if (this.#db.engine !== 'postgres' || this.#isClosed) return
    this.#outgoing.push(announcement)
    this.#flushing ??= this.#flushSoon()
  }

  /** Starts listening to the other instances. Resolves once it listens. */
  async connect(connectionString: string, onGap: () => void): Promise<void> {
    const client = new pg.Client({ connectionString, application_name: relayName, keepAlive: true })
    let isListening = false
    const reconnect = () => {
      // Until it listens, the caller gets the error and decides. If both reconnected, there would be two connections.
      if (!isListening || this.#isClosed || this.#client !== client) return
      this.#client = null
      this.#reconnectLater(connectionString, onGap)
    }
    client.on('error', reconnect)
    client.on('end', reconnect)
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      isListening = true
    } catch (error) {
      this.#client = null
      void client.end().catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#flushing
    await this.#client?.end().catch(() => undefined)
  }

  #receive(payload: string): void {
    // Only instances of this product write to the channel; the database account is the trust boundary.
    if (payload.startsWith(this.#head)) return
    const { announcements } = JSON.parse(payload) as { announcements: Announcement[] }
    for (const announcement of announcements) this.tell(announcement)
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, batchMs))
    const batch = this.#outgoing
    this.#outgoing = []
    this.#flushing = null
    try {
      for (const payload of payloadsOf(this.#head, batch)) await notify(this.#db, { channel, payload })
    } catch (error) {
      // The others' caches are corrected by their age limit.
      this.#log.warn({ err: error }, 'could not notify the other instances')
    }
  }

  #reconnectLater(connectionString: string, onGap: () => void): void {
    setTimeout(async () => {
      if (this.#isClosed) return
      try {
        await this.connect(connectionString, onGap)
        onGap()
      } catch (error) {
        this.#log.warn({ err: error }, 'the live relay could not reconnect')
        this.#reconnectLater(connectionString, onGap)
      }
    }, reconnectMs).unref()
  }
}

/** The announcements as texts that a notification can carry; each is serialised once. */
function payloadsOf(head: string, announcements: readonly Announcement[]): string[] {
  const payloads: string[] = []
  let batch: string[] = []
  let bytes = 0
  const close = () => {
    if (batch.length > 0) payloads.push(`${head}${batch.join()}]}`)
    batch = []
    bytes = head.length + 2
  }
  close()
  for (const text of announcements.flatMap(textsOf)) {
    const size = Buffer.byteLength(text) + 1
    if (bytes + size > mostPayloadBytes) close()
    batch.push(text)
    bytes += size
  }
  close()
  return payloads
}

function textsOf(announcement: Announcement): string[] {
  const text = JSON.stringify(announcement)
  const isSmall = Buffer.byteLength(text) < mostPayloadBytes / 2
  return isSmall ? [text] : partsOf(announcement).map((part) => JSON.stringify(part))
}

// Listeners handle each entry of an announcement separately, so a large one can be sent in parts.
function partsOf(announcement: Announcement): Announcement[] {
  const { topics = [], members = [], messages = [], endedSessions = [], changedUsers = [] } = announcement
  const { writers = [], hasNewSecret = false } = announcement
  return [
    ...(hasNewSecret ? [{ hasNewSecret }] : []),
    ...messages.map((message) => ({ messages: [message] })),
    // A topic without members would concern the own answers of all.
    ...(members.length > 0 ? chunksOf(members).map((ids) => ({ topics, members: ids })) : [{ topics }]),
    ...chunksOf(endedSessions).map((ids) => ({ endedSessions: ids })),
    ...chunksOf(changedUsers).map((ids) => ({ changedUsers: ids })),
    ...chunksOf(writers).map((ids) => ({ writers: ids })),
  ]
}

function chunksOf<Item>(ids: readonly Item[]): Item[][] {
  const count = Math.ceil(ids.length / mostIdsPerPart)
  return Array.from({ length: count }, (_, n) => ids.slice(n * mostIdsPerPart, (n + 1) * mostIdsPerPart))
}
