import type { Id, UserId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { UserCard } from './users.ts'

export const activityTypes = ['interaction', 'achievement', 'share', 'platform_update'] as const

export interface Activity {
  readonly id: Id<'activity'>
  /** Null for a platform update, which no member caused. */
  readonly userId: UserId | null
  readonly type: (typeof activityTypes)[number]
  readonly description: string
  readonly points: number
  readonly createdAt: string
  readonly user: UserCard | null
  readonly metadata: { readonly platform?: Platform }
}

export interface ActivitiesQuery extends ListQuery {
  /** Only activities of this member. */
  readonly userId?: UserId
}

export const listActivities = endpoint<{ query: ActivitiesQuery; answer: ListPart<Activity> }>(
  'GET',
  '/api/activities',
)
