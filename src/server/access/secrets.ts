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
 * Keys that survive a restart: from the environment, otherwise generated once and stored in the database. Any instance
 * can change the hook secrets at run time; the others reload them when they hear of it.
 */
export class Secrets {
  /** Signs the state of a sign-in attempt. */
  readonly session: string
  /** Whether the hook secret is set in the environment, so that it cannot be changed here. */
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

  /** The secrets that hooks accept now, newest first. */
  get webhooks(): readonly string[] {
    const { webhookSecret, webhookSecretPrevious } = this.#needs.config
    const current = webhookSecret ?? this.#kept?.current
    return [current, this.#previous?.secret, webhookSecretPrevious].filter(
      (secret) => typeof secret === 'string',
    )
  }

  /** Until when the previous secret is accepted too; null when there is none that expires. */
  get previousEndsAt(): Date | null {
    return this.#previous?.endsAt ?? null
  }

  /** Reloads the hook secrets. */
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

  /** Reloads unless the last load began less than `ageMs` ago and has finished. Returns whether it loaded. */
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
    // If two loads overlap, the one that began later is newer.
    if (turn < this.#taken) return
    this.#taken = turn
    this.#kept = kept
  }
}
