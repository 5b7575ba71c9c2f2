import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/handle.ts'
import { activities } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import type { Place } from '#server/http/cursor.ts'

export interface ActivityPage {
  readonly limit: number
  readonly after: Place | null
  /** Whose activities; null for everybody's. */
  readonly userId: string | null
}

/** Activities, the newest first, from after a place if one is given. */
export function listActivityRows(db: Db | Tx, { limit, after, userId }: ActivityPage) {
  return db.orm
    .select({
      id: activities.id,
      userId: activities.userId,
      type: activities.type,
      description: activities.description,
      points: activities.points,
      platform: activities.platform,
      createdAt: activities.createdAt,
      username: users.username,
      avatar: users.avatar,
    })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .where(
      and(userId === null ? undefined : eq(activities.userId, userId), after ? isAfter(after) : undefined),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limit)
}

/** A line about something that nobody in particular did. */
export async function insertPlatformUpdate(
  tx: Tx,
  line: { readonly id: string; readonly subjectId: string; readonly description: string; readonly at: Date },
): Promise<void> {
  const { id, subjectId, description, at } = line
  await tx.orm
    .insert(activities)
    .values({ id, type: 'platform_update', subjectId, description, createdAt: at })
}

function isAfter({ at, id }: Place) {
  return or(lt(activities.createdAt, at), and(eq(activities.createdAt, at), lt(activities.id, id)))
}
