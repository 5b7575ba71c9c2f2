import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ActivityType } from '#contract/activities.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { activities, applause, earnedAchievements } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { Place } from '#server/http/cursor.ts'

export interface ActivityPage {
  readonly limit: number
  readonly after: Place<'activity'> | null
  /** Null lists the activities of all members. */
  readonly userId: UserId | null
}

/** Who applauds the activity of the row. */
const applauders = sql<UserId[]>`(select coalesce(json_agg(${applause.userId}), '[]') from ${applause}
  join users fan on fan.id = ${applause.userId} and fan.disabled_at is null
  where ${applause.activityId} = ${activities.id})`

/** Activities without those of disabled members, newest first, starting after a cursor position if there is one. */
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
      displayName: users.displayName,
      avatar: users.avatar,
      authorName: posts.authorName,
      authorPicture: posts.authorAvatarUrl,
      achievement: earnedAchievements.code,
      applauders,
    })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .leftJoin(posts, isAbout('platform_update', posts.id))
    .leftJoin(earnedAchievements, isAbout('achievement', earnedAchievements.id))
    .where(
      and(
        isNull(users.disabledAt),
        userId === null ? undefined : eq(activities.userId, userId),
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limit)
}

/** SQL that inserts activities in a statement of another feature. `select` answers these columns in this order. */
export function insertLines(select: string): string {
  return `insert into activities (id, user_id, type, description, points, platform, subject_id, created_at) ${select}`
}

/** SQL that deletes the activities about the ids in a common table expression. */
export function deleteLinesOf(subjects: string): string {
  return `delete from activities using ${subjects} where subject_id = ${subjects}.id`
}

const isLine = 'subject_id = $subjectId and type = $lineType'

/**
 * Common table expressions and an insert that update, delete or insert one activity. The parameters `lineType`,
 * `subjectId`, `isShown`, `linePoints` and so on describe it. An activity that is not shown or has no type is absent.
 */
export const keepLine = `kept as (
     update activities set points = $linePoints where ${isLine} and $isShown returning id
   ), gone as (
     delete from activities where ${isLine} and not $isShown
   )
   ${insertLines(`select $lineId, $userId, $lineType, $description, $linePoints, $platform, $subjectId, $at
   where $lineType is not null and $isShown and not exists (select from kept)`)}`

/** Inserts an activity that belongs to no member. */
export async function insertPlatformUpdate(
  tx: Tx,
  line: Required<Pick<typeof activities.$inferInsert, 'id' | 'subjectId' | 'description' | 'createdAt'>>,
): Promise<void> {
  await tx.orm.insert(activities).values({ ...line, type: 'platform_update' })
}

const activityId = { id: col.id<'activity'>() }
/** The member of an activity, which then stays until the transaction ends; no row if they are disabled. */
export const findActivityOwner = query({
  name: 'find_activity_owner',
  sql: `select user_id as "ownerId" from activities where id = $id and not exists (
     select from users where users.id = user_id and disabled_at is not null) for key share`,
  params: activityId,
  row: { ownerId: col.nullable(col.id<'user'>()) },
})

/** Who applauds an activity. */
export const listApplauders = query({
  name: 'list_applauders',
  sql: `select user_id as "userId" from applause join users on users.id = user_id and disabled_at is null
   where activity_id = $id`,
  params: activityId,
  row: { userId: col.id<'user'>() },
})

/** Adds applause. No row if it is there already. */
export const insertApplause = query({
  name: 'insert_applause',
  sql: `insert into applause (activity_id, user_id, receiver_id, day, created_at)
    values ($id, $userId, $receiverId, $day, $at) on conflict do nothing returning user_id as "userId"`,
  params: {
    ...activityId,
    userId: col.id<'user'>(),
    receiverId: col.id<'user'>(),
    day: col.day,
    at: col.instant,
  },
  row: { userId: col.id<'user'>() },
})

/** Removes a member's applause. No row if there is none. */
export const deleteApplause = query({
  name: 'delete_applause',
  sql: 'delete from applause where activity_id = $id and user_id = $userId returning user_id as "userId"',
  params: { ...activityId, userId: col.id<'user'>() },
  row: { userId: col.id<'user'>() },
})

/** Whether an activity of this type is about the row with this id. */
function isAbout(type: ActivityType, id: AnyPgColumn) {
  return and(eq(activities.type, type), eq(activities.subjectId, id))
}

function isAfter({ at, id }: Place<'activity'>) {
  return or(lt(activities.createdAt, at), and(eq(activities.createdAt, at), lt(activities.id, id)))
}
