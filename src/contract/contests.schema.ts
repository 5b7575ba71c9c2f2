import { z } from 'zod'
import * as contract from './contests.ts'
import {
  clearableText,
  count,
  day,
  dayOrInstant,
  idOf,
  instant,
  listOf,
  requiredText,
} from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import { lastSeen } from './tables.schema.ts'
import { teamBoard, teamEntry } from './teams.schema.ts'
import { userCard } from './users.schema.ts'

const contest = z
  .object({
    id: idOf<'contest'>(),
    title: z.string(),
    description: z.string().nullable(),
    startDate: day,
    endDate: day,
    prize: z.string().nullable(),
    isActive: z.boolean(),
    isBetweenTeams: z.boolean(),
    year: z.int(),
    month: z.int().min(1).max(12),
    createdAt: instant,
  })
  .meta({ id: 'Contest' }) satisfies z.ZodType<contract.Contest>

const listedContest = contest
  .extend({
    deletedAt: instant.optional(),
  })
  .meta({ id: 'ListedContest' }) satisfies z.ZodType<contract.ListedContest>

const currentContest = contest
  .extend({
    totalParticipants: count,
    totalMembers: count,
    totalShares: count,
    totalPoints: z.int(),
    timeZone: z.string(),
  })
  .meta({ id: 'CurrentContest' }) satisfies z.ZodType<contract.CurrentContest>

const fields = {
  title: requiredText(contract.contestTitleLimit, 'Title is required'),
  description: clearableText(contract.contestDescriptionLimit),
  startDate: dayOrInstant('Start date is required'),
  endDate: dayOrInstant('End date is required'),
  prize: clearableText(contract.contestPrizeLimit),
  isActive: z.boolean('Must be true or false'),
  isBetweenTeams: z.boolean('Must be true or false'),
  year: z.int('Must be a whole number').optional(),
  month: z
    .int('Must be a month from 1 to 12')
    .min(1, 'Must be a month from 1 to 12')
    .max(12, 'Must be a month from 1 to 12')
    .optional(),
}

export const newContest = z
  .object({
    ...fields,
    description: fields.description.default(null),
    prize: fields.prize.default(null),
    isActive: fields.isActive.default(true),
    isBetweenTeams: fields.isBetweenTeams.default(false),
  })
  .meta({ id: 'NewContest' }) satisfies z.ZodType<contract.NewContest>

export const contestChange = z
  .object({ ...fields, seen: lastSeen(fields) })
  .partial()
  .meta({ id: 'ContestChange' }) satisfies z.ZodType<contract.ContestChange>

export const listContests = serve(contract.listContests, { answer: listOf(contest) })

export const listMonthlyContests = serve(contract.listMonthlyContests, {
  query: z.object({ state: z.enum(contract.contestListStates).optional() }),
  answer: listOf(listedContest),
})

export const getCurrentContest = serve(contract.getCurrentContest, {
  answer: z.object({ data: currentContest.nullable() }),
})

const contestBuild = z
  .object({
    contestId: idOf<'contest'>(),
    startDate: day,
    endDate: day,
    membersDone: count,
    membersInAll: count,
  })
  .meta({ id: 'ContestBuild' }) satisfies z.ZodType<contract.ContestBuild>

export const listContestBuilds = serve(contract.listContestBuilds, { answer: listOf(contestBuild) })

export const getContest = serve(contract.getContest, {
  params: z.object({ id: idOf<'contest'>() }),
  answer: z.object({ data: currentContest }),
})

export const createContest = serve(contract.createContest, {
  body: newContest,
  answer: z.object({ data: contest }),
})

export const updateContest = serve(contract.updateContest, {
  params: z.object({ id: idOf<'contest'>() }),
  body: contestChange,
  answer: z.object({ data: contest }),
})

export const deleteContest = serve(contract.deleteContest, {
  params: z.object({ id: idOf<'contest'>() }),
  answer: noContent,
})

export const restoreContest = serve(contract.restoreContest, {
  params: z.object({ id: idOf<'contest'>() }),
  answer: z.object({ data: contest }),
})

const raceLine = userCard
  .extend({
    id: idOf<'user'>(),
    points: z.array(z.int()),
  })
  .meta({ id: 'RaceLine' }) satisfies z.ZodType<contract.RaceLine>

export const getRace = serve(contract.getRace, {
  params: z.object({ id: idOf<'contest'>() }),
  answer: z.object({ data: z.object({ days: z.array(day), members: z.array(raceLine) }) }),
})

const teamStanding = teamEntry
  .extend({ isDeleted: z.boolean() })
  .meta({ id: 'TeamStanding' }) satisfies z.ZodType<contract.TeamStanding>

export const getTeamStandings = serve(contract.getTeamStandings, {
  params: z.object({ id: idOf<'contest'>() }),
  answer: teamBoard.extend({ data: z.array(teamStanding), isFinal: z.boolean() }),
})

const totals = { totalPoints: count, totalShares: count, totalEngagements: count }

const championTeam = teamEntry
  .pick({ id: true, name: true, color: true, average: true, totalPoints: true, activeMembers: true })
  .meta({ id: 'ChampionTeam' }) satisfies z.ZodType<contract.ChampionTeam>

const monthlyWinner = z
  .object({
    id: idOf<'monthlyWinner'>(),
    month: z.int().min(1).max(12),
    year: z.int(),
    ...totals,
    user: userCard,
    contest: contest.pick({ id: true, title: true, prize: true }).nullable(),
    championTeam: championTeam.nullable(),
  })
  .meta({ id: 'MonthlyWinner' }) satisfies z.ZodType<contract.MonthlyWinner>

export const listPreviousWinners = serve(contract.listPreviousWinners, { answer: z.array(monthlyWinner) })

const annualWinner = z
  .object({
    id: idOf<'monthlyWinner'>(),
    userId: idOf<'user'>(),
    year: z.int(),
    totalMonthsWon: z.int().min(1),
    ...totals,
  })
  .meta({ id: 'AnnualWinner' }) satisfies z.ZodType<contract.AnnualWinner>

export const listAnnualWinners = serve(contract.listAnnualWinners, { answer: listOf(annualWinner) })
