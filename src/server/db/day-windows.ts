import { isLive } from './fragments.ts'

/**
 * SQL for a common table expression of days with the numbers of their windows. Each day is there once, which lets the
 * database look it up by its hash instead of comparing every row with every window.
 */
export const daysOf = (windows: string) => `select day::date as day, array_agg(number) as numbers
     from ${windows}, generate_series(start_date::timestamp, end_date::timestamp, '1 day') as day group by day::date`

/** SQL for the further windows of the days that have several, which are few. */
export const furtherOf = (days: string) =>
  `select day, unnest(numbers[2:]) as number from ${days} where array_length(numbers, 1) > 1`

/** SQL for what each member has in each window, with columns of the rows of each table, from the two expressions above. */
export const countedIn = (table: string, columns: string, condition = 'true') =>
  `select numbers[1] as number, user_id, ${columns} from ${table} join days using (day) where ${condition}
     union all select number, user_id, ${columns} from ${table} join further using (day) where ${condition}`

/**
 * SQL that finds members whose counts in a window differ from the ledger and the reports. `kept` is a `select` of id,
 * start_date, end_date and number of all windows, and `held` one of number, member, points, shares and engagements.
 */
export const wrongCounts = (
  name: string,
  kept: string,
  held: string,
) => `with kept as (${kept}), days as (${daysOf('kept')}),
   further as (${furtherOf('days')}), held as (${held}), parts as (
     ${countedIn('ledger', 'amount as points, shares, 0 as engagements, 0 as held_points, 0 as held_shares, 0 as held_engagements')}
     union all
     ${countedIn('interactions', "0, (type = 'share')::int, 1, 0, 0, 0", isLive('interactions'))}
     union all
     select number, user_id, 0, 0, 0, points, shares, engagements from held
   ), sums as (
     select number, user_id, sum(points) as points, sum(shares) as shares, sum(engagements) as engagements,
       sum(held_points) as held_points, sum(held_shares) as held_shares, sum(held_engagements) as held_engagements
     from parts group by number, user_id
     having sum(points) <> sum(held_points) or sum(shares) <> sum(held_shares)
       or sum(engagements) <> sum(held_engagements)
   )
   select format('member %s has %s points, %s shares, %s engagements in ${name} %s; recomputed %s, %s, %s',
     user_id, held_points, held_shares, held_engagements, kept.id, points, shares, engagements) as violation
   from sums join kept using (number) order by kept.id, user_id`
