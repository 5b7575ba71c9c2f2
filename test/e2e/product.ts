import { freePort } from '#sandbox/free-port.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { defaultLimits } from '#server/access/limits.ts'
import { type StatementValue, statement } from '#server/db/handle.ts'
import { testClock } from '#test/support/moment.ts'
import { emergencyPassword, openPrepared } from './prepared.ts'
import { WindowRack } from './windows.ts'

/** How the product of a story differs from the usual one. */
export interface Setup {
  readonly environment?: Readonly<Record<string, string>>
  /** False leaves the workspace empty: nobody has signed in yet. */
  readonly hasHistory?: boolean
  /** Whether shares and appeals that wait are messages in the channel. */
  readonly reviewsInChannel?: boolean
  /** Sets the product apart for stories that would disturb others, or that others would disturb. */
  readonly apart?: string
}

/** The whole product with its workplace, running for the stories of one file. */
export interface Product {
  readonly sandbox: Sandbox
  readonly clock: StandingClock
  /** Session cookies of those who have signed in, by handle. */
  readonly signedIn: Map<string, Cookie>
  readonly windows: WindowRack
  run<Row = unknown>(sql: string, values?: readonly StatementValue[]): Promise<Row[]>
  /** Delivers a body to one of the hooks, as the scheduling tool would. Throws unless it is accepted. */
  deliver(path: string, body: Readonly<Record<string, unknown>>): Promise<void>
  stop(): Promise<void>
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
}

/**
 * Keeps one product running, because starting it takes longer than most stories: stories of the same file and setup share
 * it, and must not disturb each other.
 */
export class ProductShelf {
  #key = ''
  #product: Product | null = null

  async take(file: string, setup: Setup): Promise<Product> {
    const key = JSON.stringify([file, setup])
    if (this.#product && this.#key === key) return this.#product
    await this.clear()
    this.#product = await startProduct(setup)
    this.#key = key
    return this.#product
  }

  async clear(): Promise<void> {
    const stopping = this.#product
    this.#product = null
    await stopping?.stop()
  }
}

async function startProduct(setup: Setup): Promise<Product> {
  const clock = testClock()
  const { environment, hasHistory = true, reviewsInChannel = false } = setup
  const database = await openPrepared(hasHistory)
  const sandbox = await startSandbox({
    port: await freePort(),
    clock,
    hasHistory,
    reviewsInChannel,
    environment: { ADMIN_PASSWORD: emergencyPassword, ...environment },
    database,
    isCopy: true,
    // All the browsers of the stories come from one address, and nobody waits between two presses.
    limits: {
      ...defaultLimits,
      perAddress: 10_000,
      perMember: 10_000,
      reportsPerMember: 1_000,
      probesPerMember: 100,
    },
  })
  const { deps } = sandbox.server
  const windows = new WindowRack()
  return {
    sandbox,
    clock,
    signedIn: new Map(),
    windows,
    run: (sql, values = []) => deps.db.run(statement('', sql), values),
    deliver: async (path, body) => {
      const answer = await fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-webhook-secret': deps.secrets.webhooks[0] ?? '',
        },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    },
    stop: async () => {
      await windows.clear()
      await sandbox.stop()
      await database.close()
    },
  }
}
