import type { TeamCard } from '#contract/teams.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import { leastActive } from '#domain/teams.ts'
import { teamCardOf } from '#server/db/fragments.ts'
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
export const updateTeamsOf = query({
  name: 'move_members',
  sql: `update users set team_id = moved."teamId"
   from jsonb_to_recordset($moves) as moved (id uuid, "teamId" uuid) where users.id = moved.id`,
  params: { moves: col.json<readonly Move[]>() },
})
export interface Move {
  readonly id: UserId
  readonly teamId: TeamId | null
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
