import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { type Clock, monotonicMs } from '#server/clock.ts'
import { type CacheCounts, Kept, type Pace, type Ready, type ReadyAnswer, readyAnswer } from './kept.ts'

/** Large, because after each commit every browser reloads, but only the affected members' answers changed. */
const mostMembersKept = 5_000

interface Needs {
  readonly clock: Clock
  readonly timeZone: string
  readonly pace?: Pace
}

interface Shared {
  readonly topics: readonly Topic[]
  readonly kept: Kept<object>
}

interface ForMost<Answer> {
  /** The answer for everybody without one of their own. */
  readonly shared: Answer
  ownFor(memberId: UserId): Answer | null
}

interface OfMembers {
  readonly topics: readonly Topic[]
  readonly kept: Map<UserId, Kept<ReadyAnswer>>
}

/**
 * Caches serialised answers, and what they are made of, until one of their topics changes or the workspace's day ends.
 * Some are shared by everybody, others are kept for each member. A request never gets an answer older than a change
 * announced before it.
 */
export class Cache {
  readonly counts: CacheCounts = { builds: 0, hits: 0 }
  readonly #shared: Shared[] = []
  readonly #ofMembers: OfMembers[] = []
  readonly #around: { readonly counts: CacheCounts; readonly pace: Pace; readonly today: () => Day }

  constructor({ clock, timeZone, pace = { nowMs: monotonicMs, sleep } }: Needs) {
    this.#around = { counts: this.counts, pace, today: () => dayOf(clock.now(), timeZone) }
  }

  /** Caches an answer shared by everybody. Only fields in the endpoint's schema leave the server. */
  define<E extends ServedEndpoint>(endpoint: E, build: () => Promise<AnswerOf<E>>): Kept<ReadyAnswer> {
    const ready = async () => readyAnswer(endpoint.answer.parse(await build()))
    const kept = new Kept(ready, { ...this.#around, isShared: true })
    this.#shared.push({ topics: topicsOf(endpoint), kept })
    return kept
  }

  /**
   * Caches an answer that is the same for nearly everybody. `ownFor` makes that of a member who needs another one, from
   * what the same build has read, or returns null for all others.
   */
  defineForMost<E extends ServedEndpoint>(
    endpoint: E,
    build: () => Promise<ForMost<AnswerOf<E>>>,
  ): (memberId: UserId) => Ready {
    const versions = new WeakMap<ReadyAnswer, (memberId: UserId) => ReadyAnswer>()
    const ready = (answer: AnswerOf<E>) => readyAnswer(endpoint.answer.parse(answer))
    const buildShared = async () => {
      const { shared: answer, ownFor } = await build()
      const shared = ready(answer)
      const own = new Map<UserId, ReadyAnswer>()
      versions.set(shared, (memberId) => {
        const known = own.get(memberId)
        if (known) return known
        const ownAnswer = ownFor(memberId)
        if (ownAnswer === null) return shared
        const made = ready(ownAnswer)
        own.set(memberId, made)
        return made
      })
      return shared
    }
    const kept = new Kept(buildShared, { ...this.#around, isShared: true })
    this.#shared.push({ topics: topicsOf(endpoint), kept })
    const versionFor = (shared: ReadyAnswer, memberId: UserId) => versions.get(shared)?.(memberId) ?? shared
    return (memberId) => ({
      peek: () => {
        const shared = kept.peek()
        return shared && versionFor(shared, memberId)
      },
      read: async () => versionFor(await kept.read(), memberId),
    })
  }

  /** Caches an answer for each member. */
  defineForMembers<E extends ServedEndpoint>(
    endpoint: E,
    build: (memberId: UserId) => Promise<AnswerOf<E>>,
  ): (memberId: UserId) => Ready {
    const kept = new Map<UserId, Kept<ReadyAnswer>>()
    this.#ofMembers.push({ topics: topicsOf(endpoint), kept })
    const make = (memberId: UserId) => {
      const ready = async () => readyAnswer(endpoint.answer.parse(await build(memberId)))
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= mostMembersKept) kept.delete(oldest)
      const made = new Kept(ready, { ...this.#around, isShared: false })
      kept.set(memberId, made)
      return made
    }
    return (memberId) =>
      kept.get(memberId) ?? { peek: () => null, read: () => (kept.get(memberId) ?? make(memberId)).read() }
  }

  /** Keeps what several answers are made of, until one of these topics changes. */
  keep<Value extends object>(topics: readonly Topic[], build: () => Promise<Value>): Kept<Value> {
    const kept = new Kept(build, { ...this.#around, isShared: true })
    this.#shared.push({ topics, kept })
    return kept
  }

  /** Drops answers that show one of these topics; of members' own answers, only those of `memberIds` if given. */
  touch(changed: readonly Topic[], memberIds?: readonly UserId[]): void {
    const isTouched = ({ topics }: Shared | OfMembers) => topics.some((topic) => changed.includes(topic))
    for (const shared of this.#shared) if (isTouched(shared)) shared.kept.markStale()
    for (const ofMembers of this.#ofMembers) {
      if (!isTouched(ofMembers)) continue
      // Removed instead of marked stale: a later request must not join a build from before the change.
      if (memberIds) for (const id of memberIds) ofMembers.kept.delete(id)
      else ofMembers.kept.clear()
    }
  }

  /** Drops all own answers of these members. */
  forgetMembers(memberIds: readonly UserId[]): void {
    for (const { kept } of this.#ofMembers) for (const id of memberIds) kept.delete(id)
  }

  forgetAll(): void {
    for (const { kept } of this.#shared) kept.markStale()
    for (const { kept } of this.#ofMembers) kept.clear()
  }
}
