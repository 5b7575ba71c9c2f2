import { z } from 'zod'
import { endpoint, noContent } from './endpoint.ts'
import { clearableText, count, day, dayOrInstant, idOf, instant, listOf, requiredText } from './fields.ts'
import { lastSeen } from './tables.ts'
import { userCard } from './users.ts'

export const contestTitleLimit = 120
export const contestDescriptionLimit = 2_000
export const contestPrizeLimit = 200

export const contest = z.object({
  id: idOf<'contest'>(),
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
export type Contest = z.output<typeof contest>

export const currentContestView = contest.extend({
  /** Members who have done anything that counts in it. */
  totalParticipants: count,
  totalShares: count,
  /** The sum of all standings; corrections of older shares can make it negative. */
  totalPoints: z.int(),
  /** IANA name of the workspace's time zone, in which the days begin and end. */
  timeZone: z.string(),
})
export type CurrentContest = z.output<typeof currentContestView>

const fields = {
  title: requiredText(contestTitleLimit, 'Title is required'),
  description: clearableText(contestDescriptionLimit),
  /** A workspace day; an instant means the workspace day that it falls on. */
  startDate: dayOrInstant('Start date is required'),
  endDate: dayOrInstant('End date is required'),
  prize: clearableText(contestPrizeLimit),
  isActive: z.boolean('Must be true or false'),
  // Accepted because forms send them, but not used: both follow from the start date.
  year: z.int('Must be a whole number').optional(),
  month: z
    .int('Must be a month from 1 to 12')
    .min(1, 'Must be a month from 1 to 12')
    .max(12, 'Must be a month from 1 to 12')
    .optional(),
}

export const newContest = z.object({
  ...fields,
  description: fields.description.default(null),
  prize: fields.prize.default(null),
  isActive: fields.isActive.default(true),
})
export type NewContest = z.output<typeof newContest>

/** Omitted fields stay as they are. */
export const contestChange = z.object({ ...fields, seen: lastSeen(fields) }).partial()
export type ContestChange = z.output<typeof contestChange>

/** The current contest first, then the newest. */
export const listContests = endpoint({ method: 'GET', path: '/api/contests', answer: listOf(contest) })

/** Newest first. */
export const listMonthlyContests = endpoint({
  method: 'GET',
  path: '/api/monthly-contests',
  answer: listOf(contest),
})

/** Null when no contest is running or upcoming. */
export const getCurrentContest = endpoint({
  method: 'GET',
  path: '/api/monthly-contests/current',
  answer: z.object({ data: currentContestView.nullable() }),
})

export const createContest = endpoint({
  method: 'POST',
  path: '/api/monthly-contests',
  body: newContest,
  answer: z.object({ data: contest }),
})

export const updateContest = endpoint({
  method: 'PUT',
  path: '/api/monthly-contests/:id',
  params: z.object({ id: idOf<'contest'>() }),
  body: contestChange,
  answer: z.object({ data: contest }),
})

export const deleteContest = endpoint({
  method: 'DELETE',
  path: '/api/monthly-contests/:id',
  params: z.object({ id: idOf<'contest'>() }),
  answer: noContent,
})

/** Restores a deleted contest unchanged. 409 when another active contest has taken its days. */
export const restoreContest = endpoint({
  method: 'POST',
  path: '/api/monthly-contests/:id/restore',
  params: z.object({ id: idOf<'contest'>() }),
  answer: z.object({ data: contest }),
})

const totals = { totalPoints: count, totalShares: count, totalEngagements: count }

/** The member who was first when a contest had ended. */
export const monthlyWinner = z.object({
  id: idOf<'monthlyWinner'>(),
  month: z.int().min(1).max(12),
  year: z.int(),
  ...totals,
  user: userCard,
})
export type MonthlyWinner = z.output<typeof monthlyWinner>

/** Newest month first; the body is a bare array. */
export const listPreviousWinners = endpoint({
  method: 'GET',
  path: '/api/monthly-winners/previous',
  answer: z.array(monthlyWinner),
})

/** The member who won the most months of a year; the totals cover the months won. */
export const annualWinner = z.object({
  id: idOf<'monthlyWinner'>(),
  userId: idOf<'user'>(),
  year: z.int(),
  totalMonthsWon: z.int().min(1),
  ...totals,
})
export type AnnualWinner = z.output<typeof annualWinner>

/** Newest year first; the current year counts as it stands so far. */
export const listAnnualWinners = endpoint({
  method: 'GET',
  path: '/api/annual-winners',
  answer: listOf(annualWinner),
})
