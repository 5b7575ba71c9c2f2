import { z } from 'zod'
import { achievementCodes } from '#domain/achievements.ts'
import { count, day, idOf, instant, listOf, wholeNumberText } from './fields.schema.ts'
import * as contract from './members.ts'
import { serve } from './served.schema.ts'
import { teamCard, userCard } from './users.schema.ts'

const params = z.object({ id: idOf<'user'>() })

const memberCard = userCard
  .extend({
    team: teamCard.nullable(),
    rank: z.int().min(1).nullable(),
    points: z.int(),
    streak: z.object({ current: count, longest: count }),
    badges: z.array(z.enum(achievementCodes)),
    bestMonth: z.object({ month: z.string(), points: count }).nullable(),
    contestsWon: count,
    memberSince: instant,
  })
  .meta({ id: 'MemberCard' }) satisfies z.ZodType<contract.MemberCard>

export const getMemberCard = serve(contract.getMemberCard, {
  params,
  answer: z.object({ data: memberCard }),
})

const memberDay = z
  .object({
    day,
    points: z.int(),
    reports: count,
  })
  .meta({ id: 'MemberDay' }) satisfies z.ZodType<contract.MemberDay>

export const listMemberDays = serve(contract.listMemberDays, {
  params,
  query: z.object({
    weeks: wholeNumberText({ from: 1, to: contract.mostCalendarWeeks }).prefault(12),
  }),
  answer: listOf(memberDay),
})
