import { Socket } from 'node:net'
import pg from 'pg'
import type { DatabaseLoad } from './handle.ts'

// Each connection waits for its own commits, so fewer connections are slower: see decision 025.
const mostConnections = 12

interface Line {
  readonly client: Promise<pg.Client>
  readonly socket: Socket
  /** Statements that it has not answered yet. */
  underWay: number
}

/**
 * Connections for statements that are transactions by themselves. Statements follow each other on a connection without
 * waiting for answers, and those of one turn of the event loop leave in one write. Each goes to the connection with the
 * fewest statements under way. A statement that takes long delays those behind it, so only short ones belong here.
 */
export class Pipeline {
  readonly #config: pg.ClientConfig
  readonly #onIdleError: (error: Error) => void
  readonly #lines = new Set<Line>()

  constructor(config: pg.ClientConfig, onIdleError: (error: Error) => void) {
    this.#config = config
    this.#onIdleError = onIdleError
  }

  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const line = this.#leastBusy()
    line.underWay++
    try {
      const client = await line.client
      line.socket.cork()
      process.nextTick(() => line.socket.uncork())
      return await client.query(query)
    } finally {
      line.underWay--
    }
  }

  /** Each statement but the first on a connection waits for those before it. */
  load(): DatabaseLoad {
    const underWay = Array.from(this.#lines, (line) => line.underWay)
    const inUse = underWay.filter((count) => count > 0).length
    return { open: this.#lines.size, inUse, waiting: underWay.reduce((sum, count) => sum + count, 0) - inUse }
  }

  /** Waits for the statements under way. */
  async close(): Promise<void> {
    const clients = await Promise.allSettled([...this.#lines].map(({ client }) => client))
    await Promise.all(clients.map((each) => (each.status === 'fulfilled' ? each.value.end() : undefined)))
  }

  #leastBusy(): Line {
    let least: Line | undefined
    for (const line of this.#lines) if (!least || line.underWay < least.underWay) least = line
    if (least && (least.underWay === 0 || this.#lines.size === mostConnections)) return least
    return this.#open()
  }

  #open(): Line {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, stream: () => socket, pipeline: true })
    const line: Line = { client: client.connect().then(() => client), socket, underWay: 0 }
    // Statements under way fail with their connection; the next statement opens another.
    const drop = () => this.#lines.delete(line)
    line.client.catch(drop)
    client.on('end', drop)
    client.on('error', (error) => {
      // One lost connection may emit two errors.
      if (drop()) this.#onIdleError(error)
    })
    this.#lines.add(line)
    return line
  }
}
