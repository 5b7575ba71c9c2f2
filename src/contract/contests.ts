import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, day, id, instant, listOf } from './fields.ts'

export const contest = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  /** First day, included. */
  startDate: day,
  /** Last day, included. */
  endDate: day,
  prize: z.string().nullable(),
  isActive: z.boolean(),
  year: z.int(),
  month: z.int().min(1).max(12),
  createdAt: instant,
})

export const currentContestView = contest.extend({
  totalParticipants: count,
  totalShares: count,
  totalPoints: count,
})

/** The current contest first, then the newest. */
export const listContests = endpoint({ method: 'GET', path: '/api/contests', answer: listOf(contest) })

/** Null when no contest runs and none is to come. */
export const getCurrentContest = endpoint({
  method: 'GET',
  path: '/api/monthly-contests/current',
  answer: z.object({ data: currentContestView.nullable() }),
})
