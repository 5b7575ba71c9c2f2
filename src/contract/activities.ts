import type { Id, UserId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { UserCard } from './users.ts'

export const activityTypes = ['interaction', 'achievement', 'share', 'platform_update'] as const
export type ActivityType = (typeof activityTypes)[number]

/** The applause for one activity. */
export interface Applause {
  /** How many members applaud it. */
  readonly count: number
  /** Whether the caller is one of them. */
  readonly mine: boolean
}

export interface Activity {
  readonly id: Id<'activity'>
  /** Null for a platform update, which no member caused. */
  readonly userId: UserId | null
  readonly type: ActivityType
  readonly description: string
  readonly points: number
  readonly createdAt: string
  readonly user: UserCard | null
  readonly metadata: {
    readonly platform?: Platform
    /** The author of the company post that it is about. */
    readonly author?: { readonly name: string; readonly picture: string | null }
    /** The name of the achievement that it is about. */
    readonly achievement?: string
  }
  readonly applause: Applause
}

export interface ActivitiesQuery extends ListQuery {
  /** Only activities of this member. */
  readonly userId?: UserId
}

export const listActivities = endpoint<{ query: ActivitiesQuery; answer: ListPart<Activity> }>(
  'GET',
  '/api/activities',
)

/**
 * Applauds a colleague's activity; once is enough, and a second time changes nothing. 403 for the caller's own and for
 * what no member caused.
 */
export const applaud = endpoint<{ params: { id: Id<'activity'> }; answer: Data<Applause> }>(
  'POST',
  '/api/activities/:id/applause',
)

/** Takes the caller's applause back, if there is any. */
export const takeApplauseBack = endpoint<{ params: { id: Id<'activity'> }; answer: Data<Applause> }>(
  'DELETE',
  '/api/activities/:id/applause',
)
