import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import { type Day, dayOf } from '#domain/days.ts'
import { type Clock, monotonicMs } from '#server/clock.ts'
import { type Ready, type ReadyAnswer, readyAnswer } from './snapshots.ts'

// Where each news brings every browser back for answers of its own, only those of whoever it is about have changed.
const mostKept = 5_000
// A safety net under missed marks. Drawn for each answer, so that a team's answers do not all run out at once.
const shortestLifeMs = 30_000
const longestLifeMs = 60_000

interface Definition<E extends Endpoint> {
  /** Its topics say what the answer depends on, and only what its shape names leaves the server. */
  readonly endpoint: E
  readonly build: (userId: string) => Promise<z.input<E['answer']>>
}

/** Keeps what members are told about themselves as ready buffers, until something of theirs changes or the day ends. */
export class OwnAnswers {
  readonly #all: OwnAnswer[] = []
  readonly #today: () => Day

  constructor({ clock, timeZone }: { readonly clock: Clock; readonly timeZone: string }) {
    this.#today = todayBy(clock, timeZone)
  }

  define<E extends Endpoint>({ endpoint, build }: Definition<E>): OwnAnswer {
    const own = new OwnAnswer({
      topics: topicsOf(endpoint),
      today: this.#today,
      build: async (userId) => readyAnswer(endpoint.answer.parse(await build(userId))),
    })
    this.#all.push(own)
    return own
  }

  /** Drops what shows one of these topics: for these members, or for all where none is named. */
  markStale(changed: readonly Topic[], memberIds: readonly string[] | undefined): void {
    for (const own of this.#all) {
      if (!own.topics.some((topic) => changed.includes(topic))) continue
      if (memberIds) for (const id of memberIds) own.forget(id)
      else own.forgetAll()
    }
  }

  /** Drops everything that these members were told. */
  forget(memberIds: readonly string[]): void {
    for (const own of this.#all) for (const id of memberIds) own.forget(id)
  }

  forgetAll(): void {
    for (const own of this.#all) own.forgetAll()
  }
}

interface Source {
  readonly topics: readonly Topic[]
  readonly today: () => Day
  readonly build: (userId: string) => Promise<ReadyAnswer>
}

interface Kept {
  readonly ready: ReadyAnswer
  readonly day: Day
  readonly endsAtMs: number
}

/** One kind of answer, for each member by itself. */
export class OwnAnswer {
  readonly #source: Source
  readonly #kept = new Map<string, Kept>()
  readonly #building = new Map<string, Promise<ReadyAnswer>>()

  constructor(source: Source) {
    this.#source = source
  }

  get topics(): readonly Topic[] {
    return this.#source.topics
  }

  /** The answer for one member. */
  of(userId: string): Ready {
    const peek = () => this.#peek(userId)
    return { peek, read: async () => peek() ?? this.#buildOnce(userId) }
  }

  forget(userId: string): void {
    this.#kept.delete(userId)
    // Whoever asks from now on must not be given what a build read before the change.
    this.#building.delete(userId)
  }

  forgetAll(): void {
    this.#kept.clear()
    this.#building.clear()
  }

  #peek(userId: string): ReadyAnswer | null {
    const kept = this.#kept.get(userId)
    const isFresh = kept && monotonicMs() < kept.endsAtMs && kept.day === this.#source.today()
    return isFresh ? kept.ready : null
  }

  #buildOnce(userId: string): Promise<ReadyAnswer> {
    const running = this.#building.get(userId)
    if (running) return running
    const day = this.#source.today()
    const isCurrent = () => this.#building.get(userId) === building
    const building = this.#source
      .build(userId)
      .then((ready) => {
        if (isCurrent()) this.#keep(userId, ready, day)
        return ready
      })
      .finally(() => {
        if (isCurrent()) this.#building.delete(userId)
      })
    this.#building.set(userId, building)
    return building
  }

  #keep(userId: string, ready: ReadyAnswer, day: Day): void {
    this.#kept.delete(userId)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest)
    const lifeMs = shortestLifeMs + Math.random() * (longestLifeMs - shortestLifeMs)
    this.#kept.set(userId, { ready, day, endsAtMs: monotonicMs() + lifeMs })
  }
}

// Time zones are whole minutes apart, so the day is worked out once a minute.
function todayBy(clock: Clock, timeZone: string): () => Day {
  let known = { minute: Number.NaN, day: '' }
  return () => {
    const now = clock.now()
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute !== known.minute) known = { minute, day: dayOf(now, timeZone) }
    return known.day
  }
}
