import type { LiveMessage } from '#contract/live.ts'
import type { Topic } from '#contract/topics.ts'

/** What a transaction has changed, for everybody who keeps answers or watches. It leaves after the commit only. */
export interface Announcement {
  /** What changed: `contract/topics.ts` says which endpoints show it. */
  readonly topics?: readonly Topic[]
  /** Members whose own answers changed. Without any, a change concerns the own answers of all. */
  readonly members?: readonly string[]
  /** Pushed to every signed-in socket. */
  readonly messages?: readonly LiveMessage[]
  /** Sessions that ended: their sockets close, and nothing remembers them. */
  readonly endedSessions?: readonly string[]
  /** Members whose role, state or name changed, and with it what their sessions remember. */
  readonly changedUsers?: readonly string[]
  /** Whether the hooks have another secret, which each instance reads for itself. */
  readonly hasNewSecret?: boolean
}

/** Something that acts on announcements, local ones and those of other instances alike. */
export type Listener = (announcement: Announcement) => void

/** Calls everybody who listens. */
export class Announcements {
  readonly #listeners: Listener[] = []

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  tell(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement)
  }

  /** Runs `work` with a place for its announcements, and releases them once it has ended well. */
  async afterCommit<Result>(work: (announce: Listener) => Promise<Result>): Promise<Result> {
    const announced: Announcement[] = []
    const result = await work((announcement) => announced.push(announcement))
    for (const announcement of joined(announced)) this.tell(announcement)
    return result
  }
}

/** What is about the same members, as one announcement. */
function joined(all: readonly Announcement[]): readonly Announcement[] {
  if (all.length < 2) return all
  const byMembers = Map.groupBy(all, ({ members }) => members?.join() ?? null)
  return [...byMembers.values()].map((alike) => ({
    topics: allOf(alike, 'topics'),
    members: alike[0]?.members,
    messages: allOf(alike, 'messages'),
    endedSessions: allOf(alike, 'endedSessions'),
    changedUsers: allOf(alike, 'changedUsers'),
    hasNewSecret: alike.find(({ hasNewSecret }) => hasNewSecret)?.hasNewSecret,
  }))
}

type Lists = Required<Omit<Announcement, 'hasNewSecret'>>

function allOf<Key extends keyof Lists>(alike: readonly Announcement[], key: Key) {
  const items = new Set<Lists[Key] extends readonly (infer Item)[] ? Item : never>()
  for (const { [key]: list } of alike) for (const item of list ?? []) items.add(item as never)
  return items.size > 0 ? [...items] : undefined
}
