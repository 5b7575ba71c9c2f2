import { guardsOf, inSql } from '#server/db/check.ts'
import { countsFor, isKept, isLive, isWithin, wasLive } from '#server/db/fragments.ts'

export const standingsCheck = inSql(
  'standings',
  `with day_sums as (
     select user_id, day, sum(amount) as points, sum(shares) as shares, 0 as engagements from ledger group by user_id, day
     union all
     select user_id, day, 0, count(*) filter (where type = 'share'), count(*)
     from interactions where ${isLive('interactions')} group by user_id, day
   ), due as (
     select c.id as contest_id, user_id, sum(points) as points, sum(shares) as shares,
       sum(engagements) as engagements
     from contests c join day_sums on ${countsFor('c', 'day')} group by c.id, user_id
   ), held as (
     select s.* from standings s join contests c on c.id = s.contest_id and ${isKept('c')}
   )
   select format('member %s has %s points, %s shares, %s engagements in contest %s; recomputed %s, %s, %s',
     user_id, held.points, held.shares, held.engagements, contest_id, due.points, due.shares, due.engagements)
     as violation
   from due full join held using (contest_id, user_id)
   where (coalesce(due.points, 0), coalesce(due.shares, 0), coalesce(due.engagements, 0))
     is distinct from (coalesce(held.points, 0), coalesce(held.shares, 0), coalesce(held.engagements, 0))
   order by contest_id, user_id`,
)

export const winnersCheck = inSql(
  'winners',
  `with earned as (
     select w.id, l.user_id, sum(amount) as points, sum(l.shares) as verified
     from monthly_winners w join ledger l on ${isWithin('w', 'l.day')} and (l.created_at, l.id) < (w.recorded_at, w.id)
     group by w.id, l.user_id
   ), done as (
     select w.id, count(*) as engagements, count(*) filter (where i.type = 'share') as reported
     from monthly_winners w join interactions i
       on i.user_id = w.user_id and ${wasLive('i', 'w.recorded_at')} and ${isWithin('w', 'i.day')} group by w.id
   )
   select format('the winner of %s-%s has %s points, %s shares, %s engagements; recomputed %s, %s, %s', year, month,
     w.points, w.shares, w.engagements, coalesce(earned.points, 0),
     coalesce(done.reported, 0) + coalesce(earned.verified, 0), coalesce(done.engagements, 0)) as violation
   from monthly_winners w left join earned on earned.id = w.id and earned.user_id = w.user_id
     left join done on done.id = w.id
   where (w.points, w.shares, w.engagements, year, month) is distinct from (coalesce(earned.points, 0),
     coalesce(done.reported, 0) + coalesce(earned.verified, 0), coalesce(done.engagements, 0), extract(year from start_date),
     extract(month from start_date))
   union all
   select format('member %s had more points than the winner of %s-%s', earned.user_id, year, month)
   from monthly_winners w join earned on earned.id = w.id and earned.points > w.points
     join users u on u.id = earned.user_id and u.disabled_at is null
   -- Whoever was disabled when the winner was recorded could not win, and stays without the title.
   where not exists (
     select from audit_entries e where e.subject = u.id::text and e.action = 'member.enable' and e.created_at >= w.recorded_at)`,
)

export const winnerGuards = guardsOf('monthly_winners', [
  'monthly_winners_append_only',
  'monthly_winners_no_truncate',
])
