import { monotonicMs } from '#server/clock.ts'

const windowMs = 60_000
const mostKeys = 20_000

/** Counts calls by key in one-minute windows. A window begins with the key's first call after the previous one. */
export class RateLimit {
  readonly #mostCalls: number
  /** Ordered by start. */
  readonly #windows = new Map<string, { readonly endsAtMs: number; calls: number }>()

  constructor(mostCalls: number) {
    this.#mostCalls = mostCalls
  }

  /** Counts one call. Returns null within the limit, otherwise the seconds left in the window. */
  secondsToWait(key: string): number | null {
    const nowMs = monotonicMs()
    const open = this.#windows.get(key)
    const window = open && nowMs < open.endsAtMs ? open : this.#begin(key, nowMs)
    window.calls++
    return window.calls <= this.#mostCalls ? null : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000))
  }

  /** The seconds left in the window if its calls are used up, without counting one; otherwise null. */
  secondsLeft(key: string): number | null {
    const nowMs = monotonicMs()
    const window = this.#windows.get(key)
    if (!window || nowMs >= window.endsAtMs || window.calls < this.#mostCalls) return null
    return Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000))
  }

  #begin(key: string, nowMs: number): { readonly endsAtMs: number; calls: number } {
    this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= mostKeys) this.#windows.delete(oldest)
    const window = { endsAtMs: nowMs + windowMs, calls: 0 }
    this.#windows.set(key, window)
    return window
  }
}
