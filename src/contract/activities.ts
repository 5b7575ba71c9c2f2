import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { idOf, instant } from './fields.ts'
import { userCard } from './users.ts'

export const activityTypes = ['interaction', 'achievement', 'share', 'platform_update'] as const

export const activity = z.object({
  id: idOf<'activity'>(),
  /** Null for a platform update, which no member caused. */
  userId: idOf<'user'>().nullable(),
  type: z.enum(activityTypes),
  description: z.string(),
  points: z.int(),
  createdAt: instant,
  user: userCard.nullable(),
  metadata: z.object({ platform: z.enum(platforms).optional() }),
})
export type Activity = z.output<typeof activity>

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/activities',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
    /** Only activities of this member. */
    userId: idOf<'user'>().optional(),
  }),
  answer: z.object({ data: z.array(activity), nextCursor: z.string().nullable() }),
})
