import type { TeamSync } from '#contract/team-groups.ts'
import type { TeamCard } from '#contract/teams.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import { leastActive } from '#domain/teams.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import { teamCardOf } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** Serialises transactions that change teams or move members. */
export const lockTeams = query({ name: 'lock_teams', sql: advisoryLock('teams') })

const team = {
  id: col.id<'team'>(),
  name: col.text,
  color: col.text,
  size: col.int,
}
const teamColumns = 'id, name, color, members as size'

export const listTeamRows = query({
  name: 'list_teams',
  sql: `select ${teamColumns} from teams where deleted_at is null order by lower(name), id`,
  row: team,
})
export type TeamRow = RowOf<typeof listTeamRows>

export const findTeam = query({
  name: 'find_team',
  sql: `select ${teamColumns} from teams where id = $id and deleted_at is null`,
  params: { id: col.id<'team'>() },
  row: team,
})

/** Some members of a team, or of every team, disabled ones too. */
export const listMemberIds = query({
  name: 'list_members_of_teams',
  sql: `select id, team_id as "teamId" from users
   where team_id is not null and ($teamId is null or team_id = $teamId) limit $limit`,
  params: { teamId: col.nullable(col.id<'team'>()), limit: col.int },
  row: { id: col.id<'user'>(), teamId: col.nullable(col.id<'team'>()) },
})

export const insertTeam = query({
  name: 'insert_team',
  sql: 'insert into teams (id, name, color, created_at) values ($id, $name, $color, $now)',
  params: { id: col.id<'team'>(), name: col.text, color: col.text, now: col.instant },
})

export const updateTeamFields = query({
  name: 'update_team',
  sql: 'update teams set name = $name, color = $color where id = $id',
  params: { id: col.id<'team'>(), name: col.text, color: col.text },
})

export const updateTeamDeleted = query({
  name: 'delete_team',
  sql: 'update teams set deleted_at = $now where id = $id',
  params: { id: col.id<'team'>(), now: col.instant },
})

/** Which of these are members, with the teams that they are in; locks them in one order, as every move does. */
export const lockMovedMembers = query({
  name: 'lock_moved_members',
  sql: `select id, team_id as "teamId" from users where id = any($ids) order by id for no key update`,
  params: { ids: col.ids<'user'>() },
  row: { id: col.id<'user'>(), teamId: col.nullable(col.id<'team'>()) },
})

/** Moves members into teams, and out of theirs with null. */
export async function updateTeamsOf(tx: Tx, { moves }: { readonly moves: readonly Move[] }): Promise<void> {
  await setCounting(tx, { setting: 'on' })
  await updateTeamsAndSizes(tx, { moves })
  await setCounting(tx, { setting: 'off' })
}

/** Says whether moves count the members of teams themselves, in this transaction. */
const setCounting = query({
  name: 'set_counting_of_moves',
  sql: `select set_config('ovation.counts_moves', $setting, true) as setting`,
  params: { setting: col.text },
  row: { setting: col.nullable(col.text) },
})

const updateTeamsAndSizes = query({
  name: 'move_members',
  sql: `with before as materialized (
     select u.id, u.team_id as old, moved."teamId" as new, u.disabled_at is null as counts
     from jsonb_to_recordset($moves) as moved (id uuid, "teamId" uuid) join users u on u.id = moved.id
     order by u.id for no key update of u
   ), moved as (
     update users set team_id = before.new from before where users.id = before.id
     returning before.old, before.new, before.counts
   ), changes as (
     select old as id, -1 as change from moved where counts and old is distinct from new
     union all select new, 1 from moved where counts and old is distinct from new
   )
   update teams set members = members + sums.change
   from (select id, sum(change)::int as change from changes where id is not null group by id) sums
   where teams.id = sums.id`,
  params: { moves: col.json<readonly Move[]>() },
})
export interface Move {
  readonly id: UserId
  readonly teamId: TeamId | null
}

/** The teams that follow user groups of Slack, by name. */
export const listFollowingTeams = query({
  name: 'list_following_teams',
  sql: `select id, name, coalesce(slack_group_id, '') as "groupId", coalesce(slack_group_handle, '') as handle, group_lost_at as "lostAt"
   from teams where deleted_at is null and slack_group_id is not null order by lower(name), id`,
  row: {
    id: col.id<'team'>(),
    name: col.text,
    groupId: col.text,
    handle: col.text,
    lostAt: col.nullable(col.instant),
  },
})
export type FollowingTeam = RowOf<typeof listFollowingTeams>

/** Lets a team follow a user group, or none with nulls. */
export const updateTeamGroup = query({
  name: 'set_group_of_team',
  sql: `update teams set slack_group_id = $groupId, slack_group_handle = $handle, group_lost_at = $lostAt where id = $id`,
  params: {
    id: col.id<'team'>(),
    groupId: col.nullable(col.text),
    handle: col.nullable(col.text),
    lostAt: col.nullable(col.instant),
  },
})

/** The members with these ids in the chat, and everybody in these teams. */
export const listGroupMembers = query({
  name: 'list_members_of_groups',
  sql: `select id, slack_user_id as "chatId", team_id as "teamId", disabled_at is not null as "isDisabled" from users
   where slack_team_id = $chatTeamId and slack_user_id = any($chatIds)
   union
   select id, case when slack_team_id = $chatTeamId then slack_user_id end, team_id, disabled_at is not null from users
   where team_id = any($teamIds)`,
  params: { chatTeamId: col.text, chatIds: col.texts, teamIds: col.ids<'team'>() },
  row: {
    id: col.id<'user'>(),
    chatId: col.nullable(col.text),
    teamId: col.nullable(col.id<'team'>()),
    isDisabled: col.bool,
  },
})

/** The cards of some members. */
export const listCards = query({
  name: 'list_cards_of_moved_members',
  sql: `select id, username, display_name as "displayName", avatar from users where id = any($ids)`,
  params: { ids: col.ids<'user'>() },
  row: {
    id: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
  },
})

const syncKey = 'team_groups'

/** How the teams stand that follow user groups. Instants are ISO 8601. */
export type SyncRecord = Omit<TeamSync, 'isConfigured'>

export async function getSyncRecord(db: Db | Tx): Promise<SyncRecord> {
  const row = await findSetting.first(db, { key: syncKey })
  return row ? JSON.parse(row.value) : { inStepAt: null, several: 0, failure: null }
}

export async function putSyncRecord(db: Db | Tx, record: SyncRecord): Promise<void> {
  await putSetting(db, { key: syncKey, value: JSON.stringify(record) })
}

const foundRow = {
  key: col.text,
  id: col.id<'user'>(),
  username: col.text,
  displayName: col.text,
  avatar: col.nullable(col.text),
  team: col.nullable(col.json<TeamCard>()),
}
const found = (
  condition: string,
) => `select asked.key, u.id, u.username, u.display_name as "displayName", u.avatar,
     ${teamCardOf('u')} as team
   from unnest($keys) as asked (key) join users u on ${condition}`

/** The members with these usernames, in small letters. Several may have the same one. */
export const listByUsername = query({
  name: 'list_members_by_username',
  sql: found('lower(u.username) = asked.key'),
  params: { keys: col.texts },
  row: foundRow,
})

/** The members with these addresses, in small letters. */
export const listByEmail = query({
  name: 'list_members_by_email',
  sql: found('lower(u.email) = asked.key'),
  params: { keys: col.texts },
  row: foundRow,
})
export type FoundMember = RowOf<typeof listByEmail>

const entryColumns = `t.id, t.name, t.color, t.members as size, coalesce(s.points, 0) as "totalPoints",
     coalesce(s.active, 0) as "activeMembers"`
const average = '"totalPoints"::numeric / nullif("activeMembers", 0)'
/** A select of all teams with their places in the window $windowId. */
export const teamBoard = `select entry.*, case when "activeMembers" >= ${leastActive} then (rank() over (
       partition by "activeMembers" >= ${leastActive} order by ${average} desc, "totalPoints" desc))::int end as rank
   from (
     select ${entryColumns} from teams t left join team_totals s on s.team_id = t.id and s.window_id = $windowId
     where t.deleted_at is null
   ) entry`
const entryRow = {
  ...team,
  totalPoints: col.int,
  activeMembers: col.int,
  rank: col.nullable(col.int),
}

/** All teams in a window: those with a place by points for each active member, then the others by name. */
export const listTeamEntries = query({
  name: 'list_team_entries',
  sql: `${teamBoard} order by rank nulls last, lower(name), id`,
  params: { windowId: col.id<'window'>() },
  row: entryRow,
})

export const findTeamEntry = query({
  name: 'find_team_entry',
  sql: `select * from (${teamBoard}) ranked where id = $id`,
  params: { windowId: col.id<'window'>(), id: col.id<'team'>() },
  row: entryRow,
})
export type TeamEntryRow = RowOf<typeof listTeamEntries>

/** Who earned the points of a team in a window, best first. */
export const listTeamMembers = query({
  name: 'list_team_members',
  sql: `select u.id, u.username, u.display_name as "displayName", u.avatar, s.points, s.engagements
   from team_scores s join users u on u.id = s.user_id and u.is_ranked
   where s.window_id = $windowId and s.team_id = $id and (s.points <> 0 or s.engagements > 0)
   order by s.points desc, s.user_id limit $limit`,
  params: { windowId: col.id<'window'>(), id: col.id<'team'>(), limit: col.int },
  row: {
    id: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    points: col.int,
    engagements: col.int,
  },
})
