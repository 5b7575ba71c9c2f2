import { guardsOf, inSql } from '#server/db/check.ts'
import { countedIn, daysOf, furtherOf, wrongCounts } from '#server/db/day-windows.ts'
import { isKept, isWithin, wasLive } from '#server/db/fragments.ts'

export const standingsCheck = inSql(
  'standings',
  wrongCounts(
    'contest',
    `select id, standings_id, start_date, end_date, row_number() over (order by id)::int as number from contests c
     where ${isKept('c')}`,
    `select number, user_id, points, shares, engagements from standings s join kept on kept.standings_id = s.contest_id`,
  ),
)

const before = '(l.created_at, l.id) < (w.recorded_at, w.id)'

export const winnersCheck = inSql(
  'winners',
  `with titles as (
     select *, row_number() over (order by id)::int as number from monthly_winners
   ), earned as (
     select w.id, sum(amount) as points, sum(l.shares) as verified
     from monthly_winners w join ledger l on l.user_id = w.user_id and ${isWithin('w', 'l.day')} and ${before}
     group by w.id
   ), done as (
     select w.id, count(*) as engagements, count(*) filter (where i.type = 'share') as reported
     from monthly_winners w join interactions i
       on i.user_id = w.user_id and ${wasLive('i', 'w.recorded_at')} and ${isWithin('w', 'i.day')} group by w.id
   ), days as (${daysOf('titles')}), further as (${furtherOf('days')}), ahead as (
     select l.number, l.user_id
     from (${countedIn('ledger', 'amount, created_at, id')}) as l join titles w using (number)
     where ${before} group by l.number, l.user_id having sum(amount) > min(w.points)
   )
   select format('the winner of %s-%s has %s points, %s shares, %s engagements; recomputed %s, %s, %s', year, month,
     w.points, w.shares, w.engagements, coalesce(earned.points, 0),
     coalesce(done.reported, 0) + coalesce(earned.verified, 0), coalesce(done.engagements, 0)) as violation
   from monthly_winners w left join earned on earned.id = w.id left join done on done.id = w.id
   where (w.points, w.shares, w.engagements, year, month) is distinct from (coalesce(earned.points, 0),
     coalesce(done.reported, 0) + coalesce(earned.verified, 0), coalesce(done.engagements, 0), extract(year from start_date),
     extract(month from start_date))
   union all
   select format('member %s had more points than the winner of %s-%s', ahead.user_id, year, month)
   from ahead join titles w using (number) join users u on u.id = ahead.user_id and u.is_ranked
   -- Whoever had no place when the winner was recorded could not win, and stays without the title.
   where not exists (
     select from audit_entries e where e.created_at >= w.recorded_at and (e.action = 'boards.update'
       or e.subject = u.id::text and e.action in ('member.enable', 'member.leave-out', 'role.update')))`,
)

export const winnerGuards = guardsOf('monthly_winners', [
  'monthly_winners_append_only',
  'monthly_winners_no_truncate',
])
