import type { LiveMessage } from '#contract/live.ts'
import type { Topic } from '#contract/topics.ts'
import type { SessionId, UserId } from '#domain/ids.ts'

/** What a transaction changed, for caches and live sockets. It is sent only after the commit. */
export interface Announcement {
  /** `contract/topics.ts` says which endpoints show each topic. */
  readonly topics?: readonly Topic[]
  /** Members whose own answers changed. Without this list the change concerns every member. */
  readonly members?: readonly UserId[]
  /** Pushed to every signed-in socket. */
  readonly messages?: readonly LiveMessage[]
  /** Sessions that ended: their sockets close, and caches drop them. */
  readonly endedSessions?: readonly SessionId[]
  /** Members whose role, state or name changed, so that their cached sessions are stale. */
  readonly changedUsers?: readonly UserId[]
  /** Members who wrote something. They read from the primary until the replica has it. */
  readonly writers?: readonly UserId[]
  /** Whether the hook secret changed; each instance then reads it from the database. */
  readonly hasNewSecret?: boolean
}

/** Handles announcements, both local ones and those of other instances. */
export type Listener = (announcement: Announcement) => void

/** Passes announcements to all listeners. */
export class Announcements {
  readonly #listeners: Listener[] = []

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  tell(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement)
  }

  /** Runs `work` and collects its announcements, which it may read before it ends. Sends them only if it succeeds. */
  async afterCommit<Result>(
    work: (announce: Listener, announced: readonly Announcement[]) => Promise<Result>,
  ): Promise<Result> {
    const announced: Announcement[] = []
    const result = await work((announcement) => announced.push(announcement), announced)
    for (const announcement of joined(announced)) this.tell(announcement)
    return result
  }
}

/** Merges announcements that concern the same members. */
export function joined(all: readonly Announcement[]): readonly Announcement[] {
  if (all.length < 2) return all
  const byMembers = Map.groupBy(all, ({ members }) => members?.join() ?? null)
  return [...byMembers.values()].map((alike) => ({
    topics: allOf(alike, 'topics'),
    members: alike[0]?.members,
    messages: allOf(alike, 'messages'),
    endedSessions: allOf(alike, 'endedSessions'),
    changedUsers: allOf(alike, 'changedUsers'),
    writers: allOf(alike, 'writers'),
    hasNewSecret: alike.find(({ hasNewSecret }) => hasNewSecret)?.hasNewSecret,
  }))
}

type Lists = Required<Omit<Announcement, 'hasNewSecret'>>

function allOf<Key extends keyof Lists>(alike: readonly Announcement[], key: Key) {
  const items = new Set<Lists[Key] extends readonly (infer Item)[] ? Item : never>()
  for (const { [key]: list } of alike) for (const item of list ?? []) items.add(item as never)
  return items.size > 0 ? [...items] : undefined
}
