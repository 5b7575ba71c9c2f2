import { z } from 'zod'
import { roles } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, id, instant } from './fields.ts'

/** How a member appears to other members. */
export const userCard = z.object({ username: z.string(), avatar: z.string().nullable() })

/** A member as seen by that member. */
export const currentUser = z.object({
  id,
  username: z.string(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.enum(roles),
  slackUserId: z.string().nullable(),
  trackingCode: z.string(),
  totalPoints: count,
  /** Days in a row up to today or yesterday; 0 when the last report is older. */
  currentStreak: count,
  longestStreak: count,
  totalEngagements: count,
  totalShares: count,
  /** Whether a live report already counts for the workspace's today. */
  hasReportedToday: z.boolean(),
  createdAt: instant,
})
export type CurrentUser = z.output<typeof currentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  answer: z.object({ data: currentUser }),
})

/** A member in the list of all: what others see of them, and the rest for administrators only. */
export const listedUser = currentUser
  .pick({ id: true, username: true, avatar: true })
  .extend(
    currentUser.omit({ id: true, username: true, avatar: true, hasReportedToday: true }).partial().shape,
  )
export type ListedUser = z.output<typeof listedUser>

/** Every member, by name. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  answer: z.object({ data: z.array(listedUser) }),
})

export const revokeSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/revoke-sessions',
  params: z.object({ id }),
  answer: z.object({ data: z.object({ revokedSessions: count }) }),
})
