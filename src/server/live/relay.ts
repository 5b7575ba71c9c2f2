import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Database } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'
import type { Log } from '#server/log.ts'
import type { Announcement, Listener, Live } from './live.ts'

const channel = 'ovation_live'
const gatherMs = 20
const reconnectMs = 1_000
// PostgreSQL refuses notifications of 8,000 bytes and more.
const mostPayloadBytes = 7_500
const notify = statement('notify_live', 'select pg_notify($1, $2)')

/**
 * Tells announcements to the listeners of this process at once and, on PostgreSQL, to the other instances within
 * about 20 ms. After a lost connection `onGap` runs, because announcements may have been missed.
 */
export class Relay implements Live {
  readonly #listeners: Listener[] = []
  readonly #name = randomUUID()
  readonly #db: Database
  readonly #log: Log
  #outgoing: Announcement[] = []
  #flushing: Promise<void> | null = null
  #client: pg.Client | null = null
  #isClosed = false

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  announce(announcement: Announcement): void {
    this.#tell(announcement)
    if (this.#db.engine !== 'postgres' || this.#isClosed) return
    this.#outgoing.push(announcement)
    this.#flushing ??= this.#flushSoon()
  }

  /** Starts hearing the other instances. Answers once it listens. */
  async connect(connectionString: string, onGap: () => void): Promise<void> {
    const client = new pg.Client({ connectionString, application_name: 'ovation live', keepAlive: true })
    const reconnect = () => {
      if (this.#isClosed || this.#client !== client) return
      this.#client = null
      this.#reconnectLater(connectionString, onGap)
    }
    client.on('error', reconnect)
    client.on('end', reconnect)
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    this.#client = client
    await client.connect()
    await client.query(`listen ${channel}`)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#flushing
    await this.#client?.end().catch(() => undefined)
  }

  #tell(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement)
  }

  #receive(payload: string): void {
    // Only instances of this product write to the channel; the database account is the boundary.
    const { from, announcements } = JSON.parse(payload) as { from: string; announcements: Announcement[] }
    if (from !== this.#name) for (const announcement of announcements) this.#tell(announcement)
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    const gathered = this.#outgoing
    this.#outgoing = []
    this.#flushing = null
    try {
      for (const payload of payloadsOf(this.#name, gathered)) await this.#db.run(notify, [channel, payload])
    } catch (error) {
      // The others learn of it from the age limit of what they keep.
      this.#log.warn({ err: error }, 'could not tell the other instances')
    }
  }

  #reconnectLater(connectionString: string, onGap: () => void): void {
    setTimeout(async () => {
      if (this.#isClosed) return
      try {
        await this.connect(connectionString, onGap)
        onGap()
      } catch (error) {
        this.#log.warn({ err: error }, 'the live relay has no connection')
        this.#client = null
        this.#reconnectLater(connectionString, onGap)
      }
    }, reconnectMs).unref()
  }
}

function payloadsOf(from: string, announcements: readonly Announcement[]): string[] {
  const payloads: string[] = []
  let batch: Announcement[] = []
  for (const announcement of announcements) {
    const larger = JSON.stringify({ from, announcements: [...batch, announcement] })
    if (batch.length > 0 && Buffer.byteLength(larger) > mostPayloadBytes) {
      payloads.push(JSON.stringify({ from, announcements: batch }))
      batch = []
    }
    batch.push(announcement)
  }
  if (batch.length > 0) payloads.push(JSON.stringify({ from, announcements: batch }))
  return payloads
}
