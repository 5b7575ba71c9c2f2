import { leastActive } from '#domain/teams.ts'
import { guardsOf, inSql } from '#server/db/check.ts'
import { isWithin, wasLive } from '#server/db/fragments.ts'

/** The standings of teams against the ledger as it was when the winner of the contest was recorded. */
export const teamStandingsCheck = inSql(
  'team standings',
  `with kept as (
     select s.*, w.start_date, w.end_date, w.recorded_at, w.id as winner_id
     from team_standings s join monthly_winners w using (contest_id)
   ), earned as (
     select kept.contest_id, kept.team_id, sum(amount) as points
     from kept join ledger l on l.team_id = kept.team_id and ${isWithin('kept', 'l.day')}
       and (l.created_at, l.id) < (recorded_at, winner_id)
       join users u on u.id = l.user_id and u.is_ranked
     group by kept.contest_id, kept.team_id
   ), done as (
     select kept.contest_id, kept.team_id, count(distinct i.user_id) as active
     from kept join ledger l on l.team_id = kept.team_id and l.reason = 'interaction'
       join interactions i on i.id = l.subject_id and ${wasLive('i', 'kept.recorded_at')} and ${isWithin('kept', 'i.day')}
       join users u on u.id = l.user_id and u.is_ranked
     group by kept.contest_id, kept.team_id
   ), placed as (
     select contest_id, team_id, case when active >= ${leastActive} then rank() over (
       partition by contest_id, active >= ${leastActive} order by points::numeric / nullif(active, 0) desc, points desc) end as rank
     from team_standings
   )
   select format('team %s has %s points, %s active members in contest %s; recomputed %s, %s', kept.team_id, kept.points,
     kept.active, kept.contest_id, coalesce(earned.points, 0), coalesce(done.active, 0)) as violation
   from kept left join earned using (contest_id, team_id) left join done using (contest_id, team_id)
   where (kept.points, kept.active) <> (coalesce(earned.points, 0), coalesce(done.active, 0))
     -- Whoever had no place when the winner was recorded did not count, and whoever has none now did.
     and not exists (
       select from audit_entries e where e.created_at >= kept.recorded_at
         and e.action in ('boards.update', 'member.enable', 'member.disable', 'member.leave-out', 'role.update'))
   union all
   select format('team %s has place %s in contest %s; recomputed %s', s.team_id, s.rank, s.contest_id, placed.rank)
   from team_standings s join placed using (contest_id, team_id) where s.rank is distinct from placed.rank
   union all
   select format('contest %s has no champion team, although one is first', contest_id)
   from team_standings group by contest_id having bool_or(rank = 1 and points > 0) and not bool_or(is_champion)`,
)

export const teamStandingGuards = guardsOf('team_standings', [
  'team_standings_append_only',
  'team_standings_no_truncate',
])
