import { guardsOf, inSql } from '#server/db/check.ts'
import { isKept, isLive, isWithin, wasLive } from '#server/db/fragments.ts'

/**
 * SQL for a common table expression of days with the numbers of their windows. Each day is there once, which lets the
 * database look it up by its hash instead of comparing every row with every window.
 */
const daysOf = (windows: string) => `select day::date as day, array_agg(number) as numbers
     from ${windows}, generate_series(start_date::timestamp, end_date::timestamp, '1 day') as day group by day::date`

/** SQL for the further windows of the days that have several, which are few. */
const furtherOf = (days: string) =>
  `select day, unnest(numbers[2:]) as number from ${days} where array_length(numbers, 1) > 1`

/** SQL for what each member has in each window, with columns of the rows of each table, from the two expressions above. */
const countedIn = (table: string, columns: string, condition = 'true') =>
  `select numbers[1] as number, user_id, ${columns} from ${table} join days using (day) where ${condition}
     union all select number, user_id, ${columns} from ${table} join further using (day) where ${condition}`

export const standingsCheck = inSql(
  'standings',
  `with kept as (
     select id, standings_id, start_date, end_date, row_number() over (order by id)::int as number from contests c where ${isKept('c')}
   ), days as (${daysOf('kept')}), further as (${furtherOf('days')}), parts as (
     ${countedIn('ledger', 'amount as points, shares, 0 as engagements, 0 as held_points, 0 as held_shares, 0 as held_engagements')}
     union all
     ${countedIn('interactions', "0, (type = 'share')::int, 1, 0, 0, 0", isLive('interactions'))}
     union all
     select number, user_id, 0, 0, 0, points, s.shares, engagements from standings s join kept on kept.standings_id = s.contest_id
   ), sums as (
     select number, user_id, sum(points) as points, sum(shares) as shares, sum(engagements) as engagements,
       sum(held_points) as held_points, sum(held_shares) as held_shares, sum(held_engagements) as held_engagements
     from parts group by number, user_id
     having sum(points) <> sum(held_points) or sum(shares) <> sum(held_shares)
       or sum(engagements) <> sum(held_engagements)
   )
   select format('member %s has %s points, %s shares, %s engagements in contest %s; recomputed %s, %s, %s',
     user_id, held_points, held_shares, held_engagements, kept.id, points, shares, engagements) as violation
   from sums join kept using (number) order by kept.id, user_id`,
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
   from ahead join titles w using (number) join users u on u.id = ahead.user_id and u.disabled_at is null
   -- Whoever was disabled when the winner was recorded could not win, and stays without the title.
   where not exists (
     select from audit_entries e where e.subject = u.id::text and e.action = 'member.enable' and e.created_at >= w.recorded_at)`,
)

export const winnerGuards = guardsOf('monthly_winners', [
  'monthly_winners_append_only',
  'monthly_winners_no_truncate',
])
