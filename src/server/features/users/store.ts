import type { CurrentUser, ListedUser } from '#contract/users.ts'
import type { Day } from '#domain/days.ts'
import { standingStreakDays } from '#domain/streaks.ts'
import { gathered } from '#server/db/gather.ts'
import type { Handle } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'

type UserRow = Omit<CurrentUser, 'hasReportedToday' | 'createdAt'> & {
  streakLastDay: Day | null
  createdAt: Date
}

const readUsers = statement<UserRow & { key: string }>(
  'list_current_users',
  `select asked.key, id, username, email, avatar, role, slack_user_id as "slackUserId", tracking_code as "trackingCode",
     total_points as "totalPoints", current_streak as "currentStreak", longest_streak as "longestStreak",
     total_engagements as "totalEngagements", total_shares as "totalShares", streak_last_day::text as "streakLastDay",
     created_at as "createdAt"
   from unnest($1::text[]) as asked (key) join users on users.id = asked.key::uuid`,
)
const findUser = gathered(readUsers)
const listAll = statement<UserRow>(
  'list_users',
  `select id, username, email, avatar, role, slack_user_id as "slackUserId", tracking_code as "trackingCode",
     total_points as "totalPoints", current_streak as "currentStreak", longest_streak as "longestStreak",
     total_engagements as "totalEngagements", total_shares as "totalShares", streak_last_day::text as "streakLastDay",
     created_at as "createdAt" from users where disabled_at is null order by lower(username), id`,
)
const listCards = statement<Pick<CurrentUser, 'id' | 'username' | 'avatar'>>(
  'list_user_cards',
  'select id, username, avatar from users where disabled_at is null order by lower(username), id',
)
const hasUser = statement<{ id: string }>('has_user', 'select id from users where id = $1')

/** A member as that member sees it, with the streak as it stands on `today`; null when there is none with this id. */
export async function findCurrentUser(db: Handle, id: string, today: Day): Promise<CurrentUser | null> {
  const [row] = await findUser(db, id)
  if (!row) return null
  const { key: _, streakLastDay, currentStreak, createdAt, ...user } = row
  const streak = { lastDay: streakLastDay, current: currentStreak, longest: user.longestStreak }
  return {
    ...user,
    currentStreak: standingStreakDays(streak, today),
    // An undo that empties a day takes the day back from the streak, so its last day has a live report.
    hasReportedToday: streakLastDay === today,
    createdAt: createdAt.toISOString(),
  }
}

/** Every member by name, with what only administrators may see. */
export async function listUserRows(db: Handle, today: Day): Promise<ListedUser[]> {
  const rows = await db.run(listAll, [])
  return rows.map(({ streakLastDay: lastDay, currentStreak: current, createdAt, ...user }) => ({
    ...user,
    currentStreak: standingStreakDays({ lastDay, current, longest: user.longestStreak }, today),
    createdAt: createdAt.toISOString(),
  }))
}

/** Every member by name, as members see each other. */
export function listUserCards(db: Handle): Promise<ListedUser[]> {
  return db.run(listCards, [])
}

export async function isUserKnown(db: Handle, id: string): Promise<boolean> {
  const rows = await db.run(hasUser, [id])
  return rows.length > 0
}
