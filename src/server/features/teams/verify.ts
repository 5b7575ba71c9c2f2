import { inSql } from '#server/db/check.ts'
import { isLive, isWithin } from '#server/db/fragments.ts'

const inWindow = (day: string) => `join kept on ${isWithin('kept', day)}`

/** What the members of teams have in each window, the sums of the teams, and their sizes. */
export const teamsCheck = inSql(
  'teams',
  `with kept as (select id, start_date, end_date from board_windows where is_whole), parts as (
     select kept.id as window_id, user_id, team_id, amount as points, 0 as engagements, 0 as held_points, 0 as held_engagements
     from ledger l ${inWindow('l.day')} where team_id is not null
     union all
     select kept.id, i.user_id, l.team_id, 0, 1, 0, 0
     from ledger l join interactions i on i.id = l.subject_id and l.reason = 'interaction' and ${isLive('i')}
       ${inWindow('i.day')} where l.team_id is not null
     union all
     select window_id, user_id, team_id, 0, 0, points, engagements from team_scores join kept on kept.id = window_id
     union all
     select kept.id, user_id, team_id, 0, 0, points, engagements
     from window_moves m ${inWindow('m.day')} where team_id is not null
   ), sums as (
     select window_id, user_id, team_id, sum(points) as points, sum(engagements) as engagements,
       sum(held_points) as held_points, sum(held_engagements) as held_engagements
     from parts group by window_id, user_id, team_id
     having sum(points) <> sum(held_points) or sum(engagements) <> sum(held_engagements)
   ), ranked as (
     select window_id, s.team_id, sum(points) as points, sum((engagements > 0)::int) as active
     from team_scores s join kept on kept.id = window_id join users u on u.id = s.user_id and u.is_ranked
     group by window_id, s.team_id
   ), sized as (
     select team_id, count(*) as members from users where team_id is not null and disabled_at is null group by team_id
   )
   select format('member %s has %s points, %s engagements for team %s in window %s; recomputed %s, %s',
     user_id, held_points, held_engagements, team_id, window_id, points, engagements) as violation from sums
   union all
   select format('team %s has %s points, %s active members in window %s; recomputed %s, %s',
     team_id, coalesce(t.points, 0), coalesce(t.active, 0), window_id, coalesce(r.points, 0), coalesce(r.active, 0))
   from (select t.* from team_totals t join kept on kept.id = t.window_id) t full join ranked r using (window_id, team_id)
   where (coalesce(t.points, 0), coalesce(t.active, 0)) <> (coalesce(r.points, 0), coalesce(r.active, 0))
   union all
   select format('team %s has %s members; recomputed %s', id, teams.members, coalesce(sized.members, 0))
   from teams left join sized on sized.team_id = id where teams.members <> coalesce(sized.members, 0)
   union all
   select format('entry %s counts for team %s, but what it takes back for %s', back.id, back.team_id, made.team_id)
   from ledger back join ledger made on made.id = back.reverses_id where back.team_id is distinct from made.team_id`,
)
