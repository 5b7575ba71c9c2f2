import type { LiveMessage } from '#contract/live.ts'
import type { Topic } from '#server/cache/snapshots.ts'

/** What a commit made known. It is told after the commit, never inside the transaction. */
export interface Announcement {
  /** Pushed to every signed-in socket. */
  readonly messages?: readonly LiveMessage[]
  /** What changed under the shared lists. */
  readonly stale?: readonly Topic[]
  /** Members whose own answers changed. */
  readonly staleFor?: readonly string[]
  /** Sessions that ended: their sockets close and nothing remembers them. */
  readonly endedSessions?: readonly string[]
  /** Members whose role, state or name changed, and with it their own answers. */
  readonly changedUsers?: readonly string[]
  /** Whether the hooks have another secret, which each instance reads for itself. */
  readonly hasNewSecret?: boolean
}

/** Where commands announce what they committed; it reaches every instance. */
export interface Live {
  announce(announcement: Announcement): void
}

/** Something that acts on announcements, local ones and those of other instances alike. */
export type Listener = (announcement: Announcement) => void
