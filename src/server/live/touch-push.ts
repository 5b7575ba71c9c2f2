import type { LiveMessage } from '#contract/live.ts'
import { liveTopics, ownTopics, type Topic, urgentTopics } from '#contract/topics.ts'
import type { UserId } from '#domain/ids.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Announcement, Listener } from '#server/db/announcement.ts'
import type { Hub } from './hub.ts'

const pushEveryMs = 1_000
const urgentEveryMs = 100

/**
 * Tells open windows which topics a commit touched: the first time at once, then in batches at most once a second.
 * Members' own topics are sent only to the members that the commit names. Urgent topics have messages of their own,
 * which do not wait for the others.
 */
export function touchPush(hub: Hub): Listener {
  const ordinary = new Batch(hub, pushEveryMs)
  const urgent = new Batch(hub, urgentEveryMs)
  return ({ topics = [], members = [] }) => {
    if (hub.size === 0) return
    const live = topics.filter((topic) => liveTopics.includes(topic))
    urgent.add({ topics: live.filter((topic) => urgentTopics.includes(topic)) })
    ordinary.add({ topics: live.filter((topic) => !urgentTopics.includes(topic)), members })
  }
}

/** Gathers topics and pushes them at most once in `everyMs`. */
class Batch {
  readonly #hub: Hub
  readonly #everyMs: number
  readonly #shared = new Set<Topic>()
  readonly #byMember = new Map<UserId, Set<Topic>>()
  #lastPushMs = Number.NEGATIVE_INFINITY
  #isDue = false

  constructor(hub: Hub, everyMs: number) {
    this.#hub = hub
    this.#everyMs = everyMs
  }

  add({ topics = [], members = [] }: Announcement): void {
    for (const topic of topics) {
      if (!ownTopics.includes(topic)) this.#shared.add(topic)
      else for (const id of members) this.#byMember.set(id, (this.#byMember.get(id) ?? new Set()).add(topic))
    }
    if (this.#isDue || this.#shared.size + this.#byMember.size === 0) return
    this.#isDue = true
    const waitMs = this.#lastPushMs + this.#everyMs - monotonicMs()
    // Soon enough to go out together with the messages of the same commit, and after all its announcements.
    if (waitMs <= 0) queueMicrotask(() => this.#push())
    else setTimeout(() => this.#push(), waitMs).unref()
  }

  #push(): void {
    this.#isDue = false
    this.#lastPushMs = monotonicMs()
    const { withinMs } = this.#hub
    if (this.#shared.size > 0) this.#hub.broadcast('TOUCHED', touched(this.#shared, withinMs))
    for (const [memberId, topics] of this.#byMember)
      this.#hub.sendTo(memberId, 'TOUCHED', touched(topics, withinMs))
    this.#shared.clear()
    this.#byMember.clear()
  }
}

function touched(topics: ReadonlySet<Topic>, withinMs: number): Buffer {
  const message: LiveMessage = { type: 'TOUCHED', topics: [...topics], ...(withinMs > 0 && { withinMs }) }
  return Buffer.from(JSON.stringify(message))
}
