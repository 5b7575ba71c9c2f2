import { type SortDirection, tableDepth } from '#contract/tables.ts'
import type { TeamCard } from '#contract/teams.ts'
import type { CurrentUser, UserCard, UserSort } from '#contract/users.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { displayNameOf } from '#domain/names.ts'
import type { Search, SearchKind } from '#domain/search.ts'
import { standingStreakAt, type WorkspaceMoment } from '#domain/streaks.ts'
import { disablers, type Role, roles } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { isLive, teamCardOf } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import {
  allInOrder,
  foundInOrder,
  foundMembers,
  type MemberOrder,
  type Narrowing,
  searchParams,
} from '../directory/store.ts'

const userColumns = `id, username, display_name as "displayName", email, avatar, role, slack_user_id as "slackUserId", tracking_code as "trackingCode",
  total_points as "totalPoints", current_streak as "currentStreak", longest_streak as "longestStreak",
  total_engagements as "totalEngagements", total_shares as "totalShares", left_out as "leftOut",
  not is_ranked as "isLeftOut", ${teamCardOf('users')} as team,
  streak_last_day::text as "streakLastDay", time_zone as "timeZone", created_at as "createdAt"`
const userRow = {
  id: col.id<'user'>(),
  username: col.text,
  displayName: col.text,
  email: col.nullable(col.text),
  avatar: col.nullable(col.text),
  role: col.word(roles),
  slackUserId: col.nullable(col.text),
  trackingCode: col.text,
  totalPoints: col.int,
  currentStreak: col.int,
  longestStreak: col.int,
  totalEngagements: col.int,
  totalShares: col.int,
  leftOut: col.bool,
  isLeftOut: col.bool,
  team: col.nullable(col.json<TeamCard>()),
  streakLastDay: col.nullable(col.day),
  timeZone: col.nullable(col.text),
  createdAt: col.instant,
}
/** Members who were disabled before it was noted by whom count as disabled by an administrator. */
const listedColumns = `${userColumns},
  case when disabled_at is not null then coalesce(disabled_by, 'admin') end as "disabledBy"`
const listedRow = { ...userRow, disabledBy: col.nullable(col.word(disablers)) }
const cardColumns = 'id, username, display_name as "displayName", avatar'
const cardRow = {
  id: col.id<'user'>(),
  username: col.text,
  displayName: col.text,
  avatar: col.nullable(col.text),
}
const givenNames = { chatName: col.nullable(col.text), ownName: col.nullable(col.text) }
const byName = 'lower(display_name)'
const findUser = batched(
  query({
    name: 'list_current_users',
    sql: `select asked.key, is_emergency as "isEmailFixed", chat_name as "chatName", own_name as "ownName",
       case when time_zone is not null or exists (select from streak_rules) then json_build_object(
         'reported', (select coalesce(json_agg(distinct coalesce(i.own_day, i.day)::text), '[]') from interactions i
           where i.user_id = users.id and ${isLive('i')} and i.day >= split_part(asked.key, ' ', 2)::date - 2),
         'away', (select coalesce(json_agg(o.day::text), '[]') from own_days o where o.user_id = users.id
           and kind = 'away' and o.day between split_part(asked.key, ' ', 2)::date - 2 and split_part(asked.key, ' ', 2)::date + 2)
       ) end as "ownDays", ${userColumns}
     from unnest($keys) as asked (key) join users on users.id = split_part(asked.key, ' ', 1)::uuid`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      isEmailFixed: col.bool,
      ownDays: col.nullable(col.json<{ readonly reported: readonly Day[]; readonly away: readonly Day[] }>()),
      ...givenNames,
      ...userRow,
    },
  }),
  { longestPauseMs: 50 },
)
const byRole = { user: col.int, moderator: col.int, admin: col.int }
const whichList = { isEnabled: col.bool }
const whichPart = {
  isEnabled: col.bool,
  role: col.nullable(col.word(roles)),
  limit: col.int,
  offset: col.int,
}

// No count goes on after one more than tables count.
const countAll = query({
  name: 'count_members_of_roles',
  sql: `select ${roles.map((role) => `(${countOfRole(role)}) as ${role}`).join(', ')}`,
  params: whichList,
  row: byRole,
})
const countFound = { part: countFoundBy('part'), start: countFoundBy('start'), near: countFoundBy('near') }
const countCards = query({
  name: 'count_member_cards',
  sql: `select count(*)::int as total from (select from member_directory where is_enabled limit ${tableDepth + 1}) counted`,
  row: { total: col.int },
})
const pages = {
  username: pagesBy('username'),
  email: pagesBy('email'),
  role: pagesBy('role'),
  totalPoints: pagesBy('totalPoints'),
  createdAt: pagesBy('createdAt'),
} as const satisfies Readonly<Record<UserSort, unknown>>
const cards = { asc: cardsIn('asc'), desc: cardsIn('desc') }
/** The first members on the leaderboard, then the oldest, with what their trackable links are made of. */
export const listLinkHolders = query({
  name: 'list_link_holders',
  sql: `select id, username, display_name as "displayName", tracking_code as "trackingCode"
   from users where disabled_at is null and not is_emergency
   order by total_points desc, created_at, id limit $limit`,
  params: { limit: col.int },
  row: { id: col.id<'user'>(), username: col.text, displayName: col.text, trackingCode: col.text },
})
export const findUserId = query({
  name: 'has_user',
  sql: 'select id from users where id = $id',
  params: { id: col.id<'user'>() },
  row: { id: col.id<'user'>() },
})

function countOfRole(role: Role): string {
  return `select count(*)::int from (
     select from member_directory where is_enabled = $isEnabled and role = '${role}' limit ${tableDepth + 1}) counted`
}

function countFoundBy(kind: SearchKind) {
  return query({
    name: `count_members_found_by_${kind}`,
    sql: `select ${roles.map((role) => `count(*) filter (where role = '${role}')::int as ${role}`).join(', ')}
     from (${foundMembers(kind, 'details')}) found`,
    params: { ...whichList, ...searchParams },
    row: byRole,
  })
}

function pagesBy(sort: UserSort) {
  return { asc: pagesIn(sort, 'asc'), desc: pagesIn(sort, 'desc') }
}

/** The statements of one order: for all members, and for those that each narrowing finds. */
function pagesIn(sort: UserSort, direction: SortDirection) {
  const named = (narrowing: Narrowing) =>
    query({
      name: `list_members_by_${sort}_${direction}_of_${narrowing}`,
      sql: `with found as materialized (${foundMembers(narrowing, 'details')})
       ${membersIn(foundInOrder(sort, direction), listedColumns)}`,
      params: { ...whichPart, ...searchParams },
      row: listedRow,
    })
  const all = query({
    name: `list_members_by_${sort}_${direction}`,
    sql: membersIn(allInOrder(sort, direction), listedColumns),
    params: whichPart,
    row: listedRow,
  })
  return {
    all,
    found: { part: named('part'), start: named('start'), near: named('near'), role: named('role') },
  }
}

function membersIn({ select, order }: MemberOrder, columns: string): string {
  return `select ${columns} from (${select}) page join users on users.id = page.user_id order by ${order}`
}

function cardsIn(direction: SortDirection) {
  const named = (kind: SearchKind) =>
    query({
      name: `list_member_cards_${direction}_of_${kind}`,
      sql: `with found as materialized (${foundMembers(kind, 'names')})
       select (select count(*)::int from found) as total, (select coalesce(json_agg(listed), '[]')
         from (${membersIn(foundInOrder('username', direction), cardColumns)}) listed) as users`,
      params: { ...whichPart, ...searchParams },
      row: { total: col.int, users: col.json<readonly UserCard[]>() },
    })
  const all = query({
    name: `list_member_cards_${direction}`,
    sql: membersIn(allInOrder('username', direction), cardColumns),
    params: whichPart,
    row: cardRow,
  })
  return { all, found: { part: named('part'), start: named('start'), near: named('near') } }
}

/** The signed-in member's own account, with the streak as of an instant; null for an unknown id. */
export async function findCurrentUser(
  db: Db | Tx,
  id: UserId,
  moment: WorkspaceMoment,
): Promise<OwnUser | null> {
  // No zone is two days away from another one.
  const [row] = await findUser(db, `${id} ${dayOf(moment.now, moment.timeZone)}`)
  if (!row) return null
  const { key: _, isEmailFixed, chatName, ownName: ownDisplayName, ownDays, ...user } = row
  const defaultDisplayName = displayNameOf({ username: user.username, ownName: null, chatName })
  const today = dayOf(moment.now, user.timeZone ?? moment.timeZone)
  // By the default rules, an undo that leaves a day without reports removes it from the streak.
  const hasReportedToday = ownDays?.reported.includes(today) ?? user.streakLastDay === today
  const isAwayToday = ownDays?.away.includes(today) ?? false
  const own = { isEmailFixed, ownDisplayName, defaultDisplayName, hasReportedToday }
  return { ...listedUserOf(user, moment), ...own, today, isAwayToday, hasStreakRules: ownDays !== null }
}

/** What is stored of a member's own account. `today` is their own day. */
interface OwnUser extends Omit<CurrentUser, 'trackableLink' | 'todayNeeds'> {
  readonly today: Day
  readonly isAwayToday: boolean
}

type UserRow = Omit<RowOf<typeof findUserRow>, 'disabledBy'>

function listedUserOf<Row extends UserRow>(row: Row, moment: WorkspaceMoment) {
  const { streakLastDay: lastDay, timeZone, currentStreak: current, createdAt, ...user } = row
  return {
    ...user,
    currentStreak: standingStreakAt({ lastDay, current, longest: user.longestStreak, timeZone }, moment),
    createdAt: createdAt.toISOString(),
  }
}

interface CardsWanted {
  /** Null for everybody. */
  readonly search: Search | null
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}
interface UsersWanted extends CardsWanted {
  readonly sort: UserSort
  readonly role: Role | null
  readonly isEnabled: boolean
}

/** A page of the members with the fields that administrators see, and how many there are in each role. */
export async function listUserPage(
  db: Db | Tx,
  { search, sort, direction, ...part }: UsersWanted,
  moment: WorkspaceMoment,
) {
  const { all, found } = pages[sort][direction]
  // Nearly everybody has the role of a user, so their pages are read like those of all.
  const isOfFew = part.role !== null && part.role !== 'user'
  const listed = search
    ? found[search.kind](db, { ...part, ...search })
    : isOfFew
      ? found.role(db, { ...part, pattern: '', indexed: '' })
      : all(db, part)
  const { isEnabled } = part
  const counted = search
    ? countFound[search.kind].one(db, { isEnabled, ...search })
    : countAll.one(db, { isEnabled })
  const [rows, byRole] = await Promise.all([listed, counted])
  return { users: rows.map((row) => listedUserOf(row, moment)), byRole }
}

/** A page of the enabled members by name, with the public fields, and how many there are. Searches only the two names. */
export async function listUserCardPage(db: Db | Tx, { search, direction, ...paging }: CardsWanted) {
  const part = { ...paging, isEnabled: true, role: null }
  const { all, found } = cards[direction]
  if (search) return found[search.kind].one(db, { ...part, ...search })
  const [users, { total }] = await Promise.all([all(db, part), countCards.one(db, {})])
  return { users, total }
}

/** These enabled members by name, with the public fields. */
export const listUserCards = query({
  name: 'list_user_cards',
  sql: `select ${cardColumns} from users where id = any($ids) and disabled_at is null
   order by ${byName}, lower(username), id`,
  params: { ids: col.ids<'user'>() },
  row: cardRow,
})

/** Makes transactions that change a role, disable or enable run one after another. */
export const lockRoles = query({ name: 'lock_roles', sql: advisoryLock('roles') })
const findUserRow = query({
  name: 'find_user_row',
  sql: `select ${listedColumns} from users where id = $id`,
  params: { id: col.id<'user'>() },
  row: listedRow,
})
export const findOtherAdmin = query({
  name: 'has_other_admin',
  sql: `select id from users where role = 'admin' and disabled_at is null and id <> $id
     and ($isEmergencyOpen or not is_emergency or slack_user_id is not null) limit 1`,
  params: { id: col.id<'user'>(), isEmergencyOpen: col.bool },
  row: { id: col.id<'user'>() },
})
export const updateRole = query({
  name: 'update_role',
  sql: 'update users set role = $role where id = $id',
  params: { id: col.id<'user'>(), role: col.word(roles) },
})

/** Disables a member, or enables them if `by` is null. */
export const updateDisabled = query({
  name: 'update_disabled',
  sql: `update users set disabled_at = case when $by is not null then $now end, disabled_by = $by where id = $id`,
  params: { id: col.id<'user'>(), by: col.nullable(col.word(disablers)), now: col.instant },
})
/** Leaves a member out of boards and contests, or no longer. */
export const updateLeftOut = query({
  name: 'update_left_out',
  sql: 'update users set left_out = $leftOut where id = $id',
  params: { id: col.id<'user'>(), leftOut: col.bool },
})
/**
 * The members of a workspace whom its list calls removed and who are enabled, and those whom it calls active and whom
 * the chat disabled. Never anybody whom an administrator disabled, nor the first emergency account, which is in no chat.
 */
export const listChatChanges = query({
  name: 'list_chat_changes',
  sql: `select id, disabled_at is null as "isLeaving" from users
   where slack_team_id = $teamId and (disabled_at is null and slack_user_id = any($removed)
     or disabled_by = 'chat' and slack_user_id = any($active)) order by id`,
  params: { teamId: col.text, removed: col.texts, active: col.texts },
  row: { id: col.id<'user'>(), isLeaving: col.bool },
})

/** A member, disabled or not, with the fields that administrators see. */
export async function findListedUser(db: Db | Tx, id: UserId, moment: WorkspaceMoment) {
  const row = await findUserRow.first(db, { id })
  return row ? listedUserOf(row, moment) : null
}

/** Makes transactions that change a profile run one after another. */
export const lockProfiles = query({ name: 'lock_profiles', sql: advisoryLock('profiles') })
/** Locks the row, because a sign-in may change the chat's name at the same moment. */
export const findProfile = query({
  name: 'find_profile',
  sql: `select username, email, chat_name as "chatName", own_name as "ownName", is_emergency as "isEmailFixed"
   from users where id = $id for no key update`,
  params: { id: col.id<'user'>() },
  row: { username: col.text, email: col.nullable(col.text), ...givenNames, isEmailFixed: col.bool },
})
/** The usernames of everybody but this member. */
export const listOtherUsernames = query({
  name: 'list_other_usernames',
  sql: 'select username from users where id <> $id',
  params: { id: col.id<'user'>() },
  row: { username: col.text },
})
/** Of those, the ones that can be equal to a username in the letters of ASCII, or look like it. */
export const listOtherLikePlain = query({
  name: 'list_other_usernames_like_plain',
  sql: `select username from users where id <> $id and lower(username) = lower($username)
   union all select username from users where id <> $id and username ~ '[^ -~]'`,
  params: { id: col.id<'user'>(), username: col.text },
  row: { username: col.text },
})
export const findOtherWithEmail = query({
  name: 'has_other_email',
  sql: 'select id from users where lower(email) = lower($email) and id <> $id',
  params: { id: col.id<'user'>(), email: col.text },
  row: { id: col.id<'user'>() },
})
/** Marks a new address as given by the member. Throws a unique violation if another account has it. */
export const updateProfileRow = query({
  name: 'update_profile',
  sql: `update users set username = $username, own_name = $ownName, display_name = $displayName, email = $email,
     email_given_at = case when lower(email) = lower($email) then email_given_at when $email is not null then $now end
   where id = $id`,
  params: {
    id: col.id<'user'>(),
    username: col.text,
    ownName: givenNames.ownName,
    displayName: col.text,
    email: col.nullable(col.text),
    now: col.instant,
  },
})

/**
 * The member who wrote an address into their profile that belongs to another one, unless that one has an address. Locks
 * the row.
 */
export const findClaimant = query({
  name: 'find_claimant_of_address',
  sql: `select id, email from users
   where lower(email) = lower($email) and email_given_at is not null and id <> $ownerId and not is_emergency
     and not exists (select from users owner where owner.id = $ownerId and owner.email is not null)
   for no key update`,
  params: { ownerId: col.id<'user'>(), email: col.text },
  row: { id: col.id<'user'>(), email: col.nullable(col.text) },
})
export const updateAddressLost = query({
  name: 'take_claimed_address',
  sql: 'update users set email = null, email_given_at = null where id = $id',
  params: { id: col.id<'user'>() },
})
/** Gives a member the address that the chat has verified. */
export const updateVerifiedAddress = query({
  name: 'set_verified_address',
  sql: 'update users set email = $email, email_given_at = null where id = $id',
  params: { id: col.id<'user'>(), email: col.text },
})

/** What members can change about themselves. */
export type ProfileRow = Omit<RowOf<typeof findProfile>, 'chatName' | 'isEmailFixed'>

/** What the chat's profile has of a member. What it lacks now stays as it was. */
const chatProfile = { avatar: cardRow.avatar, chatName: givenNames.chatName }
// The order of the names as in `displayNameOf`. Without a name from the chat, what is shown stays.
const ofChat = `avatar = coalesce($avatar, avatar), chat_name = coalesce($chatName, chat_name),
     display_name = coalesce(own_name, $chatName, display_name)`
const slackIdentity = { teamId: col.text, userId: col.text }
export const findSlackMember = query({
  name: 'find_slack_member',
  sql: `select ${cardColumns}, role, chat_name as "chatName", disabled_at is not null as "isDisabled", imported_at is not null as "isExpected"
   from users where slack_team_id = $teamId and slack_user_id = $userId`,
  params: slackIdentity,
  row: {
    ...cardRow,
    role: col.word(roles),
    chatName: givenNames.chatName,
    isDisabled: col.bool,
    /** Whether they were imported from Slack and have not signed in yet. */
    isExpected: col.bool,
  },
})
/**
 * Answers nothing if another transaction made the member, or took the e-mail address, at the same moment. An address
 * that another account has is left out: it must neither join the two nor stop the newcomer.
 */
export const insertSlackMember = query({
  name: 'insert_slack_member',
  sql: `insert into users (id, slack_team_id, slack_user_id, username, display_name, chat_name, email, avatar, tracking_code, reached_at, created_at,
     imported_at)
   values ($id, $teamId, $userId, $username, $displayName, $chatName,
     case when exists (select 1 from users where lower(email) = lower($email)) then null else $email end,
     $avatar, $trackingCode, $now, $now, case when $isExpected then $now end)
   on conflict do nothing returning id`,
  params: {
    ...cardRow,
    ...slackIdentity,
    chatName: givenNames.chatName,
    email: col.nullable(col.text),
    trackingCode: col.text,
    isExpected: col.bool,
    now: col.instant,
  },
  row: { id: col.id<'user'>() },
})
/**
 * Links the account with this address to the Slack identity, and sets the picture and the name if there are any. Only for an account
 * without an identity that came with its address, and never the emergency account: somebody who wrote a colleague's
 * address into their profile must not be taken for that colleague. Answers the account's id, or nothing.
 */
export const updateSlackIdentity = query({
  name: 'join_with_slack_member',
  sql: `update users set slack_team_id = $teamId, slack_user_id = $userId, ${ofChat}
   where lower(email) = lower($email) and email_given_at is null and slack_user_id is null and not is_emergency
     and not exists (select 1 from users where slack_team_id = $teamId and slack_user_id = $userId)
   returning id`,
  params: { ...slackIdentity, ...chatProfile, email: col.text },
  row: { id: col.id<'user'>() },
})
export const updateChatProfile = query({
  name: 'set_chat_profile',
  sql: `update users set ${ofChat} where id = $id`,
  params: { id: col.id<'user'>(), ...chatProfile },
})
/** Marks an imported member as signed in for the first time. */
export const updateArrived = query({
  name: 'set_slack_member_arrived',
  sql: 'update users set imported_at = null where id = $id',
  params: { id: col.id<'user'>() },
})

/** Members who were there before names were stored. */
export const listNameless = query({
  name: 'list_nameless_users',
  sql: `select id, username, own_name as "ownName", chat_name as "chatName" from users where display_name = ''`,
  row: { id: col.id<'user'>(), username: col.text, ...givenNames },
})
export const updateDisplayNames = query({
  name: 'set_display_names',
  sql: `update users set display_name = name from unnest($ids, $names) as named (id, name)
   where users.id = named.id and display_name = ''`,
  params: { ids: col.ids<'user'>(), names: col.texts },
})

/** A member as Slack identifies them. */
export type SlackMember = RowOf<typeof findSlackMember>
