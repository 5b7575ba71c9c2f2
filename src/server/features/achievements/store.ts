import { and, desc, eq, isNull } from 'drizzle-orm'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { earnedAchievements } from '#server/db/schema/game.ts'

/** The achievements that a member holds, newest first. */
export function listEarnedRows(db: Db | Tx, userId: UserId) {
  const { id, code, points, earnedAt } = earnedAchievements
  return db.orm
    .select({ id, code, points, earnedAt })
    .from(earnedAchievements)
    .where(and(eq(earnedAchievements.userId, userId), isNull(earnedAchievements.takenBackAt)))
    .orderBy(desc(earnedAt), desc(id))
}
