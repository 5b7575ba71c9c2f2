import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Day } from '#domain/days.ts'
import type { Handle } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'
import { contests } from '#server/db/schema.ts'

export interface ContestRow {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly startDate: Day
  readonly endDate: Day
  readonly prize: string | null
  readonly isActive: boolean
  readonly createdAt: Date
}

export interface ContestTotals {
  readonly totalParticipants: number
  readonly totalShares: number
  readonly totalPoints: number
}

const sumStandings = statement<ContestTotals>(
  'sum_standings',
  `select count(*) filter (where engagements > 0)::int as "totalParticipants",
     coalesce(sum(shares), 0)::int as "totalShares", coalesce(sum(points), 0)::int as "totalPoints"
   from standings where contest_id = $1`,
)

/** Every contest that is not deleted, the newest first. */
export function listContestRows(db: Handle): Promise<ContestRow[]> {
  return db.orm
    .select({
      id: contests.id,
      title: contests.title,
      description: contests.description,
      startDate: contests.startDate,
      endDate: contests.endDate,
      prize: contests.prize,
      isActive: contests.isActive,
      createdAt: contests.createdAt,
    })
    .from(contests)
    .where(isNull(contests.deletedAt))
    .orderBy(desc(contests.startDate), desc(contests.id))
}

export async function hasContest(db: Handle, id: string): Promise<boolean> {
  const rows = await db.orm
    .select({ id: contests.id })
    .from(contests)
    .where(and(eq(contests.id, id), isNull(contests.deletedAt)))
  return rows.length > 0
}

export async function getContestTotals(db: Handle, contestId: string): Promise<ContestTotals> {
  const [totals] = await db.run(sumStandings, [contestId])
  return totals ?? { totalParticipants: 0, totalShares: 0, totalPoints: 0 }
}
