import { AppError } from '#server/errors.ts'
import { addressKey } from './addresses.ts'
import { RateLimit } from './rate-limit.ts'

const mostKnown = 50_000

/**
 * Refuses made-up sessions before the database is asked. An address that has sent as many of them in a minute as it may
 * send requests without a session is believed only sessions that were valid before. So the members behind that address
 * go on working.
 */
export class Strangers {
  readonly #failed: RateLimit
  /** Sessions that were valid when last looked up, the latest last. */
  readonly #known = new Set<string>()

  constructor(perAddress: number) {
    this.#failed = new RateLimit(perAddress)
  }

  /** Whether a session may be looked up now. */
  mayAsk(key: string, ip: string): boolean {
    return this.#secondsToWait(key, ip) === null
  }

  assertMayAsk(key: string, ip: string): void {
    const retryAfterSeconds = this.#secondsToWait(key, ip)
    if (retryAfterSeconds === null) return
    throw new AppError('too-many', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
  }

  /** Takes in what a lookup has found. */
  note(key: string, ip: string, isValid: boolean): void {
    this.#known.delete(key)
    if (!isValid) {
      this.#failed.secondsToWait(addressKey(ip))
      return
    }
    const [oldest] = this.#known
    if (oldest !== undefined && this.#known.size >= mostKnown) this.#known.delete(oldest)
    this.#known.add(key)
  }

  #secondsToWait(key: string, ip: string): number | null {
    return this.#known.has(key) ? null : this.#failed.secondsLeft(addressKey(ip))
  }
}
