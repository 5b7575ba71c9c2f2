import { col, query, type RowOf } from '#server/db/query.ts'
import { teamBoard } from '../teams/store.ts'

const ofContest = { contestId: col.id<'contest'>() }

/** A contest that members can look at, as far as its teams are concerned. No row for one that is unknown or gone. */
export const findTeamContest = query({
  name: 'find_team_contest',
  sql: `select c.start_date::text as "startDate", c.end_date::text as "endDate",
     is_between_teams and is_active as "isBetweenTeams", w.id is not null as "isFinal"
   from contests c left join monthly_winners w on w.contest_id = c.id
   where c.id = $contestId and (c.deleted_at is null or w.id is not null)`,
  params: ofContest,
  row: { startDate: col.day, endDate: col.day, isBetweenTeams: col.bool, isFinal: col.bool },
})

/**
 * Records how the teams stand in a window. The champion is the first one; of several with the same place, the one that
 * got there first. Returns the champion; no row where no team has a place.
 */
export const insertTeamStandings = query({
  name: 'insert_team_standings',
  sql: `with ranked as (${teamBoard}), champion as (
     select id from ranked where rank = 1 and "totalPoints" > 0
     order by case when (select count(*) from ranked where rank = 1) > 1 then (
       select max(created_at) from ledger l
       where l.team_id = ranked.id and l.day between $startDate and $endDate and amount > 0) end, id limit 1
   ), kept as (
     insert into team_standings (contest_id, team_id, points, active, size, rank, is_champion)
     select $contestId, id, "totalPoints", "activeMembers", size, rank, id = any(select id from champion) from ranked
   )
   select id as "teamId", name, "totalPoints", "activeMembers" from ranked join champion using (id)`,
  params: { ...ofContest, windowId: col.id<'window'>(), startDate: col.day, endDate: col.day },
  row: { teamId: col.id<'team'>(), name: col.text, totalPoints: col.int, activeMembers: col.int },
})

/** How the teams stood when a contest had ended: those with a place in their order, then the others by name. */
export const listTeamStandings = query({
  name: 'list_team_standings',
  sql: `select t.id, t.name, t.color, s.size, s.points as "totalPoints", s.active as "activeMembers", s.rank,
     t.deleted_at is not null as "isDeleted"
   from team_standings s join teams t on t.id = s.team_id where s.contest_id = $contestId
   order by rank nulls last, not is_champion, lower(t.name), t.id`,
  params: ofContest,
  row: {
    id: col.id<'team'>(),
    name: col.text,
    color: col.text,
    size: col.int,
    totalPoints: col.int,
    activeMembers: col.int,
    rank: col.nullable(col.int),
    isDeleted: col.bool,
  },
})
export type TeamStandingRow = RowOf<typeof listTeamStandings>
