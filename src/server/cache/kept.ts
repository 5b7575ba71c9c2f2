import { createHash } from 'node:crypto'
import type { Day } from '#domain/days.ts'

/** A serialised answer. */
export interface ReadyAnswer {
  /** A string, because Node sends it in one write with the headers, and a buffer in a second one. */
  readonly body: string
  readonly etag: string
}

/** Holds a serialised answer. */
export type Ready = Pick<Kept<ReadyAnswer>, 'peek' | 'read'>

export function readyAnswer(answer: unknown): ReadyAnswer {
  const body = JSON.stringify(answer)
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}

/** The clock for durations and pauses; tests replace it. */
export interface Pace {
  nowMs(): number
  sleep(ms: number): Promise<unknown>
}

/** What has happened in a cache since the start. */
export interface CacheCounts {
  /** Answers built. */
  builds: number
  /** Answers given without a build. */
  hits: number
}

interface Around {
  readonly counts: CacheCounts
  readonly pace: Pace
  /** An answer expires at the end of the day on which it was built. */
  readonly today: () => Day
  /** Whether everybody reads it. Then it is rebuilt before readers return, at a limited rate. */
  readonly isShared: boolean
}

// Rebuilding takes at most a tenth of the time, however fast commits arrive. A rebuild waits at most a second.
const pausePerBuild = 9
const longestPauseMs = 1_000
// A build is slow when the process is busy, so its cost is that of the fastest recent build. The very first build does
// not count, because a new process is always slow.
const buildsJudged = 5
// Maximum ages, in case an announcement is missed. Random for each member, so that answers do not expire together.
const sharedLifeMs = 60_000
const shortestOwnLifeMs = 30_000

/** One cached value, usually an answer. It is built on demand, once for all callers that wait. */
export class Kept<Value extends object> {
  readonly #build: () => Promise<Value>
  readonly #around: Around
  readonly #lifeMs: number
  #value: Value | null = null
  #changes = 0
  #changesBuilt = -1
  #building: Promise<void> | null = null
  #builtAtMs = Number.NEGATIVE_INFINITY
  #builtOn: Day | null = null
  /** The durations of the latest builds. */
  #pricesMs: readonly number[] = []
  /** Whether anybody asked since the last build began. */
  #isWanted = false

  constructor(build: () => Promise<Value>, around: Around) {
    this.#build = build
    this.#around = around
    this.#lifeMs = around.isShared ? sharedLifeMs : shortestOwnLifeMs * (1 + Math.random())
  }

  /** Marks the value as stale. One that was read since its last build is rebuilt at once. */
  markStale(): void {
    this.#changes++
    if (!this.#isWanted || this.#building) return
    // If this fails, the next reader tries again.
    this.#rebuildOnce().catch(() => undefined)
  }

  /** The value if it is fresh, otherwise null. Never waits. */
  peek(): Value | null {
    this.#isWanted = true
    const { pace, today, counts } = this.#around
    const isFresh =
      this.#changesBuilt === this.#changes &&
      pace.nowMs() - this.#builtAtMs < this.#lifeMs &&
      this.#builtOn === today()
    if (!isFresh) return null
    counts.hits++
    return this.#value
  }

  /** The value, including every change that was announced before the call. */
  async read(): Promise<Value> {
    const fresh = this.peek()
    if (fresh) return fresh
    const wanted = this.#changes
    // A build that began before the latest change is stale, so another one follows.
    do await this.#rebuildOnce()
    while (this.#changesBuilt < wanted)
    if (!this.#value) throw new Error('Nothing was built')
    return this.#value
  }

  #rebuildOnce(): Promise<void> {
    this.#building ??= this.#rebuild()
    return this.#building
  }

  #pauseMs(): number {
    if (!this.#around.isShared || this.#pricesMs.length === 0) return 0
    return Math.min(longestPauseMs, Math.min(...this.#pricesMs) * pausePerBuild)
  }

  async #rebuild(): Promise<void> {
    const { pace, today, counts } = this.#around
    try {
      const waitMs = this.#builtAtMs + this.#pauseMs() - pace.nowMs()
      if (waitMs > 1) await pace.sleep(waitMs)
      const changes = this.#changes
      const day = today()
      this.#isWanted = false
      const isFirst = this.#value === null
      const startedAtMs = pace.nowMs()
      this.#value = await this.#build()
      counts.builds++
      this.#changesBuilt = changes
      this.#builtOn = day
      this.#builtAtMs = pace.nowMs()
      if (!isFirst) this.#pricesMs = [this.#builtAtMs - startedAtMs, ...this.#pricesMs].slice(0, buildsJudged)
    } finally {
      this.#building = null
    }
  }
}
