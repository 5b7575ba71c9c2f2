import type { UserId } from '#domain/ids.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { Topic } from './topics.ts'

/** The longest time of which the server knows what changed, in milliseconds. */
export const longestAwayMs = 3_600_000

/** What changed for the caller while their window heard nothing. */
export interface Missed {
  readonly topics: readonly Topic[]
  /** Whose points changed, if `topics` has `totals`; null when they are too many to name. */
  readonly members: readonly UserId[] | null
}

/**
 * What has changed since so many milliseconds. Null when the server does not know, so that anything may have changed. A
 * window asks once it is connected again: of what changes from then on, messages tell.
 */
export const getMissed = endpoint<{ query: { awayMs: number }; answer: Data<Missed | null> }>(
  'GET',
  '/api/live/missed',
)
