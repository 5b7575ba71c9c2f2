import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import * as contract from './analytics.ts'
import { count, day, idOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'

const analytics = z.object({
  totalShares: count,
  totalUsers: count,
  totalPoints: count,
  totalEngagement: count,
  userActivity: z.object({ shares: count, points: count, engagement: count }),
  companyPosts: z.object({ posts: count, engagement: count }),
  platforms: z.array(z.object({ platform: z.enum(platforms), shares: count })),
  reportsPerDay: z.array(z.object({ day, likes: count, comments: count, shares: count })),
  activeMembersPerWeek: z.array(z.object({ monday: day, members: count })),
  topPosts: z.array(
    z.object({
      id: idOf<'post'>(),
      platform: z.enum(platforms),
      authorName: z.string(),
      content: z.string(),
      engagements: count,
      reports: count,
    }),
  ),
}) satisfies z.ZodType<contract.Analytics>

export const getAnalytics = serve(contract.getAnalytics, { answer: z.object({ data: analytics }) })
