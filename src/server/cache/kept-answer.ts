import { createHash } from 'node:crypto'
import type { Day } from '#domain/days.ts'

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

/** How durations are measured and waited for. */
export interface Pace {
  nowMs(): number
  sleep(ms: number): Promise<unknown>
}

interface Around {
  readonly pace: Pace
  /** An answer ends with the day on which it was built. */
  readonly today: () => Day
  /** Whether everybody reads it: then it is rebuilt before its readers are back, and not too often. */
  readonly isShared: boolean
}

// Rebuilding takes at most a tenth of the time, however fast commits follow each other, and waits at most a second.
const pausePerBuild = 9
const longestPauseMs = 1_000
// A build also takes long when the process happens to be busy: its price is that of the quickest of the latest ones.
// The very first one does not count, because to a process that has just started everything is new.
const buildsJudged = 5
// A safety net under missed announcements. Drawn for each member, so that a team's answers do not run out together.
const sharedLifeMs = 60_000
const shortestOwnLifeMs = 30_000

/** One answer: built when it is wanted and not there, once for all who wait. */
export class KeptAnswer implements Ready {
  readonly #build: () => Promise<ReadyAnswer>
  readonly #around: Around
  readonly #lifeMs: number
  #ready: ReadyAnswer | null = null
  #changes = 0
  #changesBuilt = -1
  #building: Promise<void> | null = null
  #builtAtMs = Number.NEGATIVE_INFINITY
  #builtOn: Day | null = null
  /** What the latest builds took. */
  #pricesMs: readonly number[] = []
  /** Whether anybody asked since the last build began. */
  #isWanted = false

  constructor(build: () => Promise<ReadyAnswer>, around: Around) {
    this.#build = build
    this.#around = around
    this.#lifeMs = around.isShared ? sharedLifeMs : shortestOwnLifeMs * (1 + Math.random())
  }

  /** Says that something under it changed. A shared one that is in use is rebuilt at once. */
  markStale(): void {
    this.#changes++
    if (!this.#isWanted || this.#building) return
    // Whoever reads next learns of a failure by trying again.
    this.#rebuildOnce().catch(() => undefined)
  }

  peek(): ReadyAnswer | null {
    this.#isWanted = true
    const { pace, today } = this.#around
    const isFresh =
      this.#changesBuilt === this.#changes &&
      pace.nowMs() - this.#builtAtMs < this.#lifeMs &&
      this.#builtOn === today()
    return isFresh ? this.#ready : null
  }

  async read(): Promise<ReadyAnswer> {
    const fresh = this.peek()
    if (fresh) return fresh
    const wanted = this.#changes
    // A build that began before the latest change does not count: another one follows it.
    do await this.#rebuildOnce()
    while (this.#changesBuilt < wanted)
    if (!this.#ready) throw new Error('An answer was built without bytes')
    return this.#ready
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
    const { pace, today } = this.#around
    try {
      const waitMs = this.#builtAtMs + this.#pauseMs() - pace.nowMs()
      if (waitMs > 1) await pace.sleep(waitMs)
      const changes = this.#changes
      const day = today()
      this.#isWanted = false
      const isFirst = this.#ready === null
      const startedAtMs = pace.nowMs()
      this.#ready = await this.#build()
      this.#changesBuilt = changes
      this.#builtOn = day
      this.#builtAtMs = pace.nowMs()
      if (!isFirst) this.#pricesMs = [this.#builtAtMs - startedAtMs, ...this.#pricesMs].slice(0, buildsJudged)
    } finally {
      this.#building = null
    }
  }
}
