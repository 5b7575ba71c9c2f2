import { type Clock, monotonicMs } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { getHookSecrets, getSessionSecret, type KeptHookSecrets } from './settings.ts'

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
}

/**
 * Keys that outlive a restart: from the environment, else made once and kept in the database. Those of the hooks can
 * change while the product runs, on any instance; the others read them anew when they hear of it.
 */
export class Secrets {
  /** Seals the state of a sign-in attempt. */
  readonly session: string
  /** Whether the hooks' secret is set in the environment, and is not changed here. */
  readonly isFromEnvironment: boolean
  readonly #needs: Needs
  #kept: KeptHookSecrets | null = null
  #reading: Promise<void> | null = null
  #readAtMs = Number.NEGATIVE_INFINITY
  #begun = 0
  #taken = 0

  private constructor(needs: Needs, session: string) {
    this.#needs = needs
    this.session = session
    this.isFromEnvironment = needs.config.webhookSecret !== null
  }

  static async open(needs: Needs): Promise<Secrets> {
    const session = needs.config.sessionSecret ?? (await getSessionSecret(needs.db))
    const secrets = new Secrets(needs, session)
    await secrets.read()
    return secrets
  }

  /** Accepted from machines now, the newest first. */
  get webhooks(): readonly string[] {
    const { webhookSecret, webhookSecretPrevious } = this.#needs.config
    const current = webhookSecret ?? this.#kept?.current
    return [current, this.#previous?.secret, webhookSecretPrevious].filter(
      (secret) => typeof secret === 'string',
    )
  }

  /** Until when the secret before the newest is accepted too; null when there is none that ends by itself. */
  get previousEndsAt(): Date | null {
    return this.#previous?.endsAt ?? null
  }

  /** Reads those anew that can change. */
  async read(): Promise<void> {
    if (this.isFromEnvironment) return
    this.#readAtMs = monotonicMs()
    const reading = this.#take(++this.#begun)
    this.#reading = reading
    try {
      await reading
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }

  /** The same, unless the last reading was begun less than `ageMs` ago and has ended; answers whether there was one. */
  async readIfOlder(ageMs: number): Promise<boolean> {
    if (this.isFromEnvironment) return false
    if (this.#reading) await this.#reading
    else if (monotonicMs() - this.#readAtMs < ageMs) return false
    else await this.read()
    return true
  }

  get #previous() {
    const previous = this.#kept?.previous
    return previous && this.#needs.clock.now() < previous.endsAt ? previous : null
  }

  async #take(turn: number): Promise<void> {
    const kept = await getHookSecrets(this.#needs.db)
    // Of two readings under way the one that was begun later knows more.
    if (turn < this.#taken) return
    this.#taken = turn
    this.#kept = kept
  }
}
