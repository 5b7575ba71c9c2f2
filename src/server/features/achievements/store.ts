import { and, desc, eq, isNull } from 'drizzle-orm'
import type { AchievementCode, Lead, Progress } from '#domain/achievements.ts'
import type { Day } from '#domain/days.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { earnedAchievements } from '#server/db/schema/game.ts'

/** What decides a member's achievements, with those that are held. */
export interface MemberProgress extends Progress {
  readonly username: string
  readonly points: number
  readonly held: readonly AchievementCode[]
}

/** The board around a member, with somebody above where there is one. */
export interface BoardAround extends Lead {
  readonly aheadId: string | null
}

export interface HeldAchievement {
  readonly id: string
  readonly code: AchievementCode
  readonly points: number
  readonly earnedAt: Date
  readonly lead: number | null
  /** The ledger entry that awarded it, and the day it counts for. */
  readonly entryId: string
  readonly day: Day
}

interface NewAchievement {
  readonly id: string
  readonly activityId: string
  readonly userId: string
  readonly code: AchievementCode
  readonly points: number
  readonly lead: number | null
  readonly description: string
  readonly at: Date
}

const readProgress = statement<MemberProgress>(
  'find_member_progress',
  `select username, total_engagements as reports, total_shares as shares, longest_streak as "longestStreak",
     total_points as points, achievement_codes as held from users where id = $1`,
)

// Whoever is above by points, shares, engagements or time stands before the member on the board.
const readLead = statement<BoardAround>(
  'find_lead',
  `with me as (select * from users where id = $1),
   others as (select * from users where total_points > 0 and disabled_at is null and id <> $1),
   best as (
     select * from others order by total_points desc, total_shares desc, total_engagements desc, reached_at, id limit 1
   )
   select me.total_points as points, coalesce(best.total_points, 0) as "nextPoints",
     (select count(*) from others)::int + (me.total_points > 0)::int as members,
     not coalesce((best.total_points, best.total_shares, best.total_engagements, me.reached_at)
       > (me.total_points, me.total_shares, me.total_engagements, best.reached_at), false) as "isFirst",
     case when best.total_points > me.total_points then best.id end as "aheadId"
   from me left join best on true`,
)

const insertEarned = statement(
  'insert_earned_achievement',
  `with earned as (
     insert into earned_achievements (id, user_id, code, points, earned_at, lead)
     values ($1, $2, $3, $4::int, $5::timestamptz, $6)
   ), line as (
     insert into activities (id, user_id, type, description, points, subject_id, created_at)
     values ($7, $2, 'achievement', $8, $4::int, $1, $5::timestamptz)
   )
   update users set achievement_codes = (
     select array_agg(code order by code) from unnest(achievement_codes || $3::text) as codes (code)
   ) where id = $2`,
)

const listHeld = statement<HeldAchievement>(
  'list_held_achievements',
  `select earned.id, code, points, earned_at as "earnedAt", lead, award.id as "entryId", award.day::text as day
   from earned_achievements earned join ledger award on award.subject_id = earned.id and award.reason = 'achievement'
   where earned.user_id = $1 and taken_back_at is null order by earned_at, earned.id`,
)

const takeBack = statement(
  'take_back_achievement',
  `with gone as (
     update earned_achievements set taken_back_at = $2::timestamptz where id = $1 and taken_back_at is null
     returning id, user_id, code
   ), line as (
     delete from activities using gone where subject_id = gone.id
   )
   update users set achievement_codes = array_remove(achievement_codes, gone.code) from gone
   where users.id = gone.user_id`,
)

const updateLead = statement('update_lead', 'update earned_achievements set lead = $2 where id = $1')

export async function getMemberProgress(tx: Tx, userId: string): Promise<MemberProgress> {
  const [progress] = await tx.run(readProgress, [userId])
  if (!progress) throw new Error(`There is no member ${userId}`)
  return progress
}

/** The board as this transaction sees it, around one member. */
export async function getBoardAround(tx: Tx, userId: string): Promise<BoardAround> {
  const [board] = await tx.run(readLead, [userId])
  if (!board) throw new Error(`There is no member ${userId}`)
  return board
}

/** Writes an achievement with its line in the activities. Its ledger entry is the caller's to write. */
export async function insertAchievement(tx: Tx, earned: NewAchievement): Promise<void> {
  const { id, userId, code, points, at, lead, activityId, description } = earned
  await tx.run(insertEarned, [id, userId, code, points, at.toISOString(), lead, activityId, description])
}

/** What a member holds, the oldest first. */
export function listHeldAchievements(tx: Tx, userId: string): Promise<HeldAchievement[]> {
  return tx.run(listHeld, [userId])
}

/** Marks an achievement as taken back and removes its activity. Its ledger entry is the caller's to write. */
export async function updateTakenBack(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(takeBack, [id, now.toISOString()])
}

export async function updateAchievementLead(tx: Tx, id: string, lead: number): Promise<void> {
  await tx.run(updateLead, [id, lead])
}

/** What a member holds, the newest first. */
export function listEarnedRows(db: Db | Tx, userId: string) {
  const { id, code, points, earnedAt } = earnedAchievements
  return db.orm
    .select({ id, code, points, earnedAt })
    .from(earnedAchievements)
    .where(and(eq(earnedAchievements.userId, userId), isNull(earnedAchievements.takenBackAt)))
    .orderBy(desc(earnedAt), desc(id))
}
