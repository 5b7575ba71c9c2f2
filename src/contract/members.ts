import type { AchievementCode } from '#domain/achievements.ts'
import type { Day } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { TeamCard } from './teams.ts'
import type { UserCard } from './users.ts'

/** What every member may know of another one. */
export interface MemberCard extends UserCard {
  /** Null for none. */
  readonly team: TeamCard | null
  /** The place on the team board, from 1; null without points. */
  readonly rank: number | null
  readonly points: number
  readonly streak: {
    /** Days in a row up to today or yesterday; 0 when the last report is older. */
    readonly current: number
    readonly longest: number
  }
  /** The achievements that the member holds, easiest first. */
  readonly badges: readonly AchievementCode[]
  /** The month with the most points, `YYYY-MM`; the newest of equals. Null when none has points. */
  readonly bestMonth: { readonly month: string; readonly points: number } | null
  readonly contestsWon: number
  readonly memberSince: string
}

/** 404 for an unknown or disabled member. */
export const getMemberCard = endpoint<{ params: { id: UserId }; answer: Data<MemberCard> }>(
  'GET',
  '/api/users/:id/card',
)

/** What a member did on one workspace day. */
export interface MemberDay {
  readonly day: Day
  /** What the day brought; negative when more was taken back than earned. */
  readonly points: number
  /** Live reports of the day. */
  readonly reports: number
}

export const mostCalendarWeeks = 53

/** Every day of so many weeks, oldest first: from a Monday up to today. 404 for an unknown or disabled member. */
export const listMemberDays = endpoint<{
  params: { id: UserId }
  query: { weeks: number }
  answer: ListOf<MemberDay>
}>('GET', '/api/users/:id/days')
