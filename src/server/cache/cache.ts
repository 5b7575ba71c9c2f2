import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Topic, topicsOf } from '#contract/topics.ts'
import { type Day, dayOf } from '#domain/days.ts'
import { type Clock, monotonicMs } from '#server/clock.ts'
import { KeptAnswer, type Pace, type Ready, readyAnswer } from './kept-answer.ts'

/** After each commit every browser comes back, and only the answers of those whom it concerns have changed. */
const mostMembersKept = 5_000

interface Needs {
  readonly clock: Clock
  readonly timeZone: string
  readonly pace?: Pace
}

interface Shared {
  readonly topics: readonly Topic[]
  readonly kept: KeptAnswer
}

interface OfMembers {
  readonly topics: readonly Topic[]
  readonly kept: Map<string, KeptAnswer>
}

/**
 * Keeps answers as ready bytes until a topic of their endpoint changes or the workspace's day ends: some the same for
 * everybody, some for each member. Nobody gets an answer older than a change that was announced before they asked.
 */
export class Cache {
  readonly #shared: Shared[] = []
  readonly #ofMembers: OfMembers[] = []
  readonly #around: { readonly pace: Pace; readonly today: () => Day }

  constructor({ clock, timeZone, pace = { nowMs: monotonicMs, sleep } }: Needs) {
    this.#around = { pace, today: () => dayOf(clock.now(), timeZone) }
  }

  /** An answer that is the same for everybody. Only what the endpoint's shape names leaves the server. */
  define<E extends Endpoint>(endpoint: E, build: () => Promise<z.input<E['answer']>>): KeptAnswer {
    const ready = async () => readyAnswer(endpoint.answer.parse(await build()))
    const kept = new KeptAnswer(ready, { ...this.#around, isShared: true })
    this.#shared.push({ topics: topicsOf(endpoint), kept })
    return kept
  }

  /** The same for each member by themselves. */
  defineForMembers<E extends Endpoint>(
    endpoint: E,
    build: (memberId: string) => Promise<z.input<E['answer']>>,
  ): (memberId: string) => Ready {
    const kept = new Map<string, KeptAnswer>()
    this.#ofMembers.push({ topics: topicsOf(endpoint), kept })
    const make = (memberId: string) => {
      const ready = async () => readyAnswer(endpoint.answer.parse(await build(memberId)))
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= mostMembersKept) kept.delete(oldest)
      const made = new KeptAnswer(ready, { ...this.#around, isShared: false })
      kept.set(memberId, made)
      return made
    }
    return (memberId) =>
      kept.get(memberId) ?? { peek: () => null, read: () => (kept.get(memberId) ?? make(memberId)).read() }
  }

  /** Drops what shows one of these topics; of members' own answers those of these members, or of all without any. */
  touch(changed: readonly Topic[], memberIds?: readonly string[]): void {
    const isTouched = ({ topics }: Shared | OfMembers) => topics.some((topic) => changed.includes(topic))
    for (const shared of this.#shared) if (isTouched(shared)) shared.kept.markStale()
    for (const ofMembers of this.#ofMembers) {
      if (!isTouched(ofMembers)) continue
      // Removed and not marked: whoever asks from now on must not share a build from before the change.
      if (memberIds) for (const id of memberIds) ofMembers.kept.delete(id)
      else ofMembers.kept.clear()
    }
  }

  /** Drops everything that these members were told. */
  forgetMembers(memberIds: readonly string[]): void {
    for (const { kept } of this.#ofMembers) for (const id of memberIds) kept.delete(id)
  }

  forgetAll(): void {
    for (const { kept } of this.#shared) kept.markStale()
    for (const { kept } of this.#ofMembers) kept.clear()
  }
}
