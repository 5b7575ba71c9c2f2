import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import { monotonicMs } from '#server/clock.ts'

/** An answer that is ready to be sent. */
export interface ReadyAnswer {
  readonly body: Buffer
  readonly etag: string
}

/** Where a ready answer is kept. */
export interface Ready {
  /** The answer if nothing changed since it was built, without waiting; else null. */
  peek(): ReadyAnswer | null
  /** The answer, with every change in it that was announced before the call. */
  read(): Promise<ReadyAnswer>
}

export function readyAnswer(answer: unknown): ReadyAnswer {
  const body = Buffer.from(JSON.stringify(answer))
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}

interface Definition<E extends Endpoint> {
  /** Its topics say what the answer depends on, and only what its shape names leaves the server. */
  readonly endpoint: E
  readonly build: () => Promise<z.input<E['answer']>>
}

// Rebuilding takes at most a tenth of the time, however fast commits follow each other, and waits at most a second.
const pausePerBuild = 9
const longestPauseMs = 1_000
// A build takes long by accident too, when the process is busy meanwhile: its price is that of the quickest of these.
// The very first one does not count: to a process that has just started everything is new.
const buildsJudged = 5
// A safety net under missed marks, and what moves a list that depends on the day across midnight.
const longestLifeMs = 60_000

/** How durations are measured and waited for. */
export interface Pace {
  nowMs(): number
  sleep(ms: number): Promise<unknown>
}

const machinePace: Pace = { nowMs: monotonicMs, sleep: (ms) => sleep(ms) }

/** Keeps shared answers as ready buffers: after a change each is rebuilt once for all, if anybody reads it. */
export class Snapshots {
  readonly #all: Snapshot[] = []
  readonly #pace: Pace

  constructor(pace: Pace = machinePace) {
    this.#pace = pace
  }

  define<E extends Endpoint>({ endpoint, build }: Definition<E>): Snapshot {
    const snapshot = new Snapshot(
      topicsOf(endpoint),
      async () => readyAnswer(endpoint.answer.parse(await build())),
      this.#pace,
    )
    this.#all.push(snapshot)
    return snapshot
  }

  markStale(changed: readonly Topic[]): void {
    for (const snapshot of this.#all) {
      if (snapshot.topics.some((topic) => changed.includes(topic))) snapshot.markStale()
    }
  }
}

export class Snapshot implements Ready {
  readonly topics: readonly Topic[]
  readonly #build: () => Promise<ReadyAnswer>
  readonly #pace: Pace
  #ready: ReadyAnswer | null = null
  #changes = 0
  #changesBuilt = -1
  #building: Promise<void> | null = null
  #builtAtMs = Number.NEGATIVE_INFINITY
  /** What the latest builds took. */
  #pricesMs: readonly number[] = []
  /** Whether anybody asked since the last build began. */
  #isWanted = false

  constructor(onTopics: readonly Topic[], build: () => Promise<ReadyAnswer>, pace: Pace) {
    this.topics = onTopics
    this.#build = build
    this.#pace = pace
  }

  /** Says that something under it changed. One that is in use is rebuilt at once, before its readers are back. */
  markStale(): void {
    this.#changes++
    if (!this.#isWanted || this.#building) return
    // Whoever reads next learns of a failure by trying again.
    this.#rebuildOnce().catch(() => undefined)
  }

  peek(): ReadyAnswer | null {
    this.#isWanted = true
    const isFresh =
      this.#changesBuilt === this.#changes && this.#pace.nowMs() - this.#builtAtMs < longestLifeMs
    return isFresh ? this.#ready : null
  }

  async read(): Promise<ReadyAnswer> {
    const fresh = this.peek()
    if (fresh) return fresh
    const wanted = this.#changes
    // A build that began before the latest change does not count: another one follows it.
    do await this.#rebuildOnce()
    while (this.#changesBuilt < wanted)
    if (!this.#ready) throw new Error('A snapshot was built without an answer')
    return this.#ready
  }

  #rebuildOnce(): Promise<void> {
    this.#building ??= this.#rebuild()
    return this.#building
  }

  #pauseMs(): number {
    if (this.#pricesMs.length === 0) return 0
    return Math.min(longestPauseMs, Math.min(...this.#pricesMs) * pausePerBuild)
  }

  async #rebuild(): Promise<void> {
    try {
      const waitMs = this.#builtAtMs + this.#pauseMs() - this.#pace.nowMs()
      if (waitMs > 1) await this.#pace.sleep(waitMs)
      const changes = this.#changes
      this.#isWanted = false
      const isFirst = this.#ready === null
      const startedAtMs = this.#pace.nowMs()
      this.#ready = await this.#build()
      this.#changesBuilt = changes
      this.#builtAtMs = this.#pace.nowMs()
      if (!isFirst) this.#pricesMs = [this.#builtAtMs - startedAtMs, ...this.#pricesMs].slice(0, buildsJudged)
    } finally {
      this.#building = null
    }
  }
}
