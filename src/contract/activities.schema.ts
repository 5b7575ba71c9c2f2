import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import * as contract from './activities.ts'
import { count, idOf, instant, wholeNumberText } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { userCard } from './users.schema.ts'

const applause = z
  .object({ count, mine: z.boolean() })
  .meta({ id: 'Applause' }) satisfies z.ZodType<contract.Applause>

const activity = z
  .object({
    id: idOf<'activity'>(),
    userId: idOf<'user'>().nullable(),
    type: z.enum(contract.activityTypes),
    description: z.string(),
    points: z.int(),
    createdAt: instant,
    user: userCard.nullable(),
    metadata: z.object({
      platform: z.enum(platforms).optional(),
      author: z.object({ name: z.string(), picture: z.string().nullable() }).optional(),
      achievement: z.string().optional(),
    }),
    applause,
  })
  .meta({ id: 'Activity' }) satisfies z.ZodType<contract.Activity>

export const listActivities = serve(contract.listActivities, {
  query: z.object({
    limit: wholeNumberText({ from: 1, to: 100 }).prefault(50),
    cursor: z.string().min(1).max(200).optional(),
    userId: idOf<'user'>().optional(),
  }),
  answer: z.object({ data: z.array(activity), nextCursor: z.string().nullable() }),
})

const params = z.object({ id: idOf<'activity'>() })
const answer = z.object({ data: applause })

export const applaud = serve(contract.applaud, { params, answer })

export const takeApplauseBack = serve(contract.takeApplauseBack, { params, answer })
