import type { SortDirection } from '#contract/tables.ts'
import type { CurrentUser, ListedUser, UserSort } from '#contract/users.ts'
import type { Day } from '#domain/days.ts'
import { standingStreakDays } from '#domain/streaks.ts'
import { type Role, roles } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

type UserRow = Omit<CurrentUser, 'isEmailFixed' | 'hasReportedToday' | 'createdAt'> & {
  streakLastDay: Day | null
  createdAt: Date
}

const readUsers = query({
  name: 'list_current_users',
  sql: `select asked.key, id, username, email, is_emergency as "isEmailFixed", avatar, role, slack_user_id as "slackUserId",
     tracking_code as "trackingCode", total_points as "totalPoints", current_streak as "currentStreak",
     longest_streak as "longestStreak", total_engagements as "totalEngagements", total_shares as "totalShares",
     streak_last_day::text as "streakLastDay", created_at as "createdAt"
   from unnest($keys) as asked (key) join users on users.id = asked.key::uuid`,
  params: { keys: col.texts },
  row: {
    key: col.text,
    id: col.uuid,
    username: col.text,
    email: col.nullable(col.text),
    isEmailFixed: col.bool,
    avatar: col.nullable(col.text),
    role: col.word(roles),
    slackUserId: col.nullable(col.text),
    trackingCode: col.text,
    totalPoints: col.int,
    currentStreak: col.int,
    longestStreak: col.int,
    totalEngagements: col.int,
    totalShares: col.int,
    streakLastDay: col.nullable(col.day),
    createdAt: col.instant,
  },
})
const findUser = batched(readUsers)
const userColumns = `select id, username, email, avatar, role, slack_user_id as "slackUserId",
  tracking_code as "trackingCode", total_points as "totalPoints", current_streak as "currentStreak",
  longest_streak as "longestStreak", total_engagements as "totalEngagements", total_shares as "totalShares",
  streak_last_day::text as "streakLastDay", created_at as "createdAt"`
const listAll = statement<UserRow>(
  'list_users',
  `${userColumns} from users where disabled_at is null order by lower(username), id`,
)
const listCards = statement<Pick<CurrentUser, 'id' | 'username' | 'avatar'>>(
  'list_user_cards',
  'select id, username, avatar from users where disabled_at is null order by lower(username), id',
)
const isFound = `disabled_at is null
  and position(lower($1) in lower(concat_ws(chr(10), username, email, slack_user_id, tracking_code))) > 0`
const countRows = statement<{ total: number }>(
  'count_user_rows',
  `select count(*)::int as total from users where ${isFound}`,
)
// Only from this list does anything come into the text of a statement.
const tableColumns: Readonly<Record<UserSort, string>> = {
  username: 'lower(username)',
  email: 'lower(email)',
  role: 'role',
  totalPoints: 'total_points',
  createdAt: 'created_at',
}
const listHolders = statement<{ id: string; username: string; trackingCode: string }>(
  'list_link_holders',
  `select id, username, tracking_code as "trackingCode" from users where disabled_at is null and not is_emergency
   order by total_points desc, created_at, id limit $1`,
)
const hasUser = statement<{ id: string }>('has_user', 'select id from users where id = $1')

/** A member as that member sees it, with the streak as it stands on `today`; null when there is none with this id. */
export async function findCurrentUser(db: Db | Tx, id: string, today: Day): Promise<CurrentUser | null> {
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
export async function listUserRows(db: Db | Tx, today: Day): Promise<ListedUser[]> {
  const rows = await db.run(listAll, [])
  return rows.map((row) => listedUserOf(row, today))
}

function listedUserOf(row: UserRow, today: Day): ListedUser {
  const { streakLastDay: lastDay, currentStreak: current, createdAt, ...user } = row
  return {
    ...user,
    currentStreak: standingStreakDays({ lastDay, current, longest: user.longestStreak }, today),
    createdAt: createdAt.toISOString(),
  }
}

interface UsersWanted {
  readonly limit: number
  readonly offset: number
  /** A part of what is searched; empty meets all. */
  readonly search: string
  readonly sort: UserSort
  readonly direction: SortDirection
}

/** A page of the members with all that administrators see, and how many there are to turn the pages of. */
export async function listUserPage(
  db: Db | Tx,
  wanted: UsersWanted,
  today: Day,
): Promise<{ users: ListedUser[]; total: number }> {
  const { sort, direction, search, limit, offset } = wanted
  const page = statement<UserRow>(
    `list_user_page_${sort}_${direction}`,
    `${userColumns} from users where ${isFound}
     order by ${tableColumns[sort]} ${direction} nulls last, lower(username), id limit $2 offset $3`,
  )
  const [counted] = await db.run(countRows, [search])
  const rows = await db.run(page, [search, limit, offset])
  return { users: rows.map((row) => listedUserOf(row, today)), total: counted?.total ?? 0 }
}

/** A page of the members by name, as members see each other; only the names are searched. */
export async function listUserCardPage(
  db: Db | Tx,
  { search, limit, offset, direction }: Omit<UsersWanted, 'sort'>,
): Promise<{ users: ListedUser[]; total: number }> {
  const page = statement<Pick<CurrentUser, 'id' | 'username' | 'avatar'>>(
    `list_user_card_page_${direction}`,
    `select id, username, avatar from users where disabled_at is null and position(lower($1) in lower(username)) > 0
     order by lower(username) ${direction}, id limit $2 offset $3`,
  )
  const [counted] = await db.run(countCards, [search])
  return { users: await db.run(page, [search, limit, offset]), total: counted?.total ?? 0 }
}

const countCards = statement<{ total: number }>(
  'count_user_cards',
  `select count(*)::int as total from users where disabled_at is null and position(lower($1) in lower(username)) > 0`,
)

/** Every member by name, as members see each other. */
export function listUserCards(db: Db | Tx): Promise<ListedUser[]> {
  return db.run(listCards, [])
}

/** The first members of the board, and then the oldest, with what their trackable links are made of. */
export function listLinkHolders(db: Db | Tx, limit: number) {
  return db.run(listHolders, [limit])
}

export async function isUserKnown(db: Db | Tx, id: string): Promise<boolean> {
  const rows = await db.run(hasUser, [id])
  return rows.length > 0
}

const lockAllRoles = statement('lock_roles', 'select pg_advisory_xact_lock(7305)')
const findUserRow = statement<UserRow>(
  'find_user_row',
  `${userColumns} from users where id = $1 and disabled_at is null`,
)
const hasOtherAdmin = statement<{ id: string }>(
  'has_other_admin',
  `select id from users where role = 'admin' and disabled_at is null and id <> $1 limit 1`,
)
const setRole = statement('update_role', 'update users set role = $2 where id = $1')

/** Puts the transaction in line with all others that change a role. */
export async function lockRoles(tx: Tx): Promise<void> {
  await tx.run(lockAllRoles, [])
}

/** A member with all that administrators see; null when there is none, or they are disabled. */
export async function findListedUser(db: Db | Tx, id: string, today: Day): Promise<ListedUser | null> {
  const [row] = await db.run(findUserRow, [id])
  return row ? listedUserOf(row, today) : null
}

/** Whether there is an administrator other than this member. */
export async function hasAdminBeside(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.run(hasOtherAdmin, [id])
  return rows.length > 0
}

export async function updateRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.run(setRole, [id, role])
}

/** What members can change about themselves. */
export interface ProfileRow {
  readonly username: string
  readonly email: string | null
}

const lockAllProfiles = statement('lock_profiles', 'select pg_advisory_xact_lock(7304)')
const readProfile = statement<ProfileRow & { isEmailFixed: boolean }>(
  'find_profile',
  'select username, email, is_emergency as "isEmailFixed" from users where id = $1',
)
const listNames = statement<{ username: string }>(
  'list_other_usernames',
  'select username from users where id <> $1',
)
const hasOtherEmail = statement<{ id: string }>(
  'has_other_email',
  'select id from users where lower(email) = lower($2) and id <> $1',
)
const setProfile = statement(
  'update_profile',
  `update users set username = $2, email = $3::text,
     email_given_at = case when lower(email) = lower($3::text) then email_given_at
       when $3::text is not null then $4::timestamptz end
   where id = $1`,
)

/** Puts the transaction in line with all others that change a profile. */
export async function lockProfiles(tx: Tx): Promise<void> {
  await tx.run(lockAllProfiles, [])
}

export async function findProfile(
  db: Db | Tx,
  id: string,
): Promise<(ProfileRow & { isEmailFixed: boolean }) | null> {
  const [row] = await db.run(readProfile, [id])
  return row ?? null
}

/** The usernames of everybody but this member. */
export async function listOtherUsernames(db: Db | Tx, id: string): Promise<string[]> {
  const rows = await db.run(listNames, [id])
  return rows.map(({ username }) => username)
}

export async function isEmailOfAnother(db: Db | Tx, id: string, email: string): Promise<boolean> {
  const rows = await db.run(hasOtherEmail, [id, email])
  return rows.length > 0
}

/** Notes of a new address that it is the member's own word. Throws a unique violation if another account has it. */
export async function updateProfileRow(
  tx: Tx,
  id: string,
  { username, email, now }: ProfileRow & { now: Date },
): Promise<void> {
  await tx.run(setProfile, [id, username, email, now.toISOString()])
}

/** A member as the chat knows them. */
export interface SlackMember {
  readonly id: string
  readonly username: string
  readonly avatar: string | null
  readonly isDisabled: boolean
  /** Whether they were taken over from the chat and have not signed in yet. */
  readonly isExpected: boolean
}

export interface NewSlackMember {
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly username: string
  readonly email: string | null
  readonly avatar: string | null
  readonly trackingCode: string
  readonly isExpected: boolean
  readonly now: Date
}

const findBySlack = statement<SlackMember>(
  'find_slack_member',
  `select id, username, avatar, disabled_at is not null as "isDisabled", imported_at is not null as "isExpected"
   from users where slack_team_id = $1 and slack_user_id = $2`,
)
// An address that another account has is left out: it must neither join the two nor stop the newcomer.
const insertFromSlack = statement<{ id: string }>(
  'insert_slack_member',
  `insert into users (id, slack_team_id, slack_user_id, username, email, avatar, tracking_code, reached_at, created_at,
     imported_at)
   values ($1, $2, $3, $4,
     case when exists (select 1 from users where lower(email) = lower($5::text)) then null else $5::text end,
     $6, $7, $8::timestamptz, $8::timestamptz, case when $9::boolean then $8::timestamptz end)
   on conflict do nothing returning id`,
)
// Whoever wrote a colleague's address into their profile must not be taken for that colleague.
const joinWithSlack = statement<{ id: string }>(
  'join_with_slack_member',
  `update users set slack_team_id = $1, slack_user_id = $2, avatar = coalesce($4, avatar)
   where lower(email) = lower($3::text) and email_given_at is null and slack_user_id is null and not is_emergency
     and not exists (select 1 from users where slack_team_id = $1 and slack_user_id = $2)
   returning id`,
)
const setAvatar = statement('set_slack_avatar', 'update users set avatar = $2 where id = $1')
const setArrived = statement('set_slack_member_arrived', 'update users set imported_at = null where id = $1')

export async function findSlackMember(
  db: Db | Tx,
  teamId: string,
  userId: string,
): Promise<SlackMember | null> {
  const [row] = await db.run(findBySlack, [teamId, userId])
  return row ?? null
}

/** Whether the member was made; it is not when somebody else made it, or took the e-mail address, at this moment. */
export async function insertSlackMember(db: Db | Tx, member: NewSlackMember): Promise<boolean> {
  const { id, teamId, userId, username, email, avatar, trackingCode, isExpected, now } = member
  const values = [id, teamId, userId, username, email, avatar, trackingCode, now.toISOString(), isExpected]
  const rows = await db.run(insertFromSlack, values)
  return rows.length > 0
}

/**
 * Gives the account with this address the identity, and the picture if there is one: only an account that has no
 * identity and came with the address, and never the emergency one. Answers its id, or null when there is no such account.
 */
export async function updateSlackIdentity(
  db: Db | Tx,
  { teamId, userId, email, avatar }: Pick<NewSlackMember, 'teamId' | 'userId' | 'avatar'> & { email: string },
): Promise<string | null> {
  const [row] = await db.run(joinWithSlack, [teamId, userId, email, avatar])
  return row?.id ?? null
}

export async function updateAvatar(db: Db | Tx, id: string, avatar: string): Promise<void> {
  await db.run(setAvatar, [id, avatar])
}

/** Who was expected is here. */
export async function updateArrived(db: Db | Tx, id: string): Promise<void> {
  await db.run(setArrived, [id])
}
