/**
 * Lets work wait in this process rather than for a connection or a lock, where it would fail after a few seconds: one at
 * a time for each key, and so many at once in all. Whoever came first goes first.
 */
export class OneByOne {
  readonly #latest = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(mostAtOnce: number) {
    this.#free = mostAtOnce
  }

  /** `work` hears whether it has waited, so that what it knew before may be outdated. */
  async run<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result> {
    const before = this.#latest.get(key)
    const own = this.#after(before, work)
    this.#latest.set(key, own)
    try {
      return await own
    } finally {
      if (this.#latest.get(key) === own) this.#latest.delete(key)
    }
  }

  async #after<Result>(
    before: Promise<unknown> | undefined,
    work: (hasWaited: boolean) => Promise<Result>,
  ): Promise<Result> {
    if (before) await Promise.allSettled([before])
    const hasFree = this.#free > 0
    if (hasFree) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work(before !== undefined || !hasFree)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
