import type { InteractionId, ShareId } from '#domain/ids.ts'

/** What an appeal is about: exactly one of the ids. */
export interface Appealed {
  readonly interactionId: InteractionId | null
  readonly shareId: ShareId | null
}

/** What the form of an appeal says. */
export interface AppealWords {
  readonly subject: Appealed
  /** What was decided, in words. */
  readonly about: string
  /** Why it was; null if nobody said. */
  readonly reason: string | null
  /** The last moment for an appeal. */
  readonly until: string
}
