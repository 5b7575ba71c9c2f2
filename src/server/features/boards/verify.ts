import { nilId } from '#domain/ids.ts'
import { inSql } from '#server/db/check.ts'

const due = `select '${nilId}'::uuid as board_id, id as user_id, total_points as points, total_shares as shares,
     total_engagements as engagements, reached_at
   from users where disabled_at is null and total_points > 0
   union all
   select s.contest_id, s.user_id, s.points, s.shares, s.engagements, s.reached_at
   from standings s join users u on u.id = s.user_id and u.disabled_at is null where s.points > 0`

const entriesCheck = inSql(
  'boards',
  `select format('the board %s and what it is made of differ in %s of member %s', board_id, points, user_id) as violation
   from (
     (select * from board_entries except all (${due})) union all ((${due}) except all select * from board_entries)
   ) different order by board_id, user_id limit 100`,
)

const countsCheck = inSql(
  'counts of boards',
  `with kept as (
     select board_id, level, bucket, entries from board_counts
     union all
     select board_id, level, held >> (6 * level), entries
     from board_moves cross join lateral (values (from_points, -1), (to_points, 1)) as each (held, entries)
       cross join generate_series(0, 2) as level where held > 0
     union all
     select board_id, level, points >> (6 * level), -1 from board_entries cross join generate_series(0, 2) as level
   )
   select format('the board %s has %s entries too many at level %s, bucket %s', board_id, sum(entries), level, bucket)
     as violation
   from kept group by board_id, level, bucket having sum(entries) <> 0 order by board_id, level, bucket limit 100`,
)

const totalsCheck = inSql(
  'sums of boards',
  `with kept as (
     select board_id, members, participants, points, shares from board_totals
     union all
     select board_id, members, participants, points, shares from board_moves
     union all
     select '${nilId}', -1, 0, 0, 0 from users where disabled_at is null
     union all
     select s.contest_id, 0, -(s.engagements > 0 and u.disabled_at is null)::int, -s.points, -s.shares
     from standings s join users u on u.id = s.user_id
   )
   select format('the board %s is off by %s members, %s participants, %s points, %s shares', board_id, sum(members),
     sum(participants), sum(points), sum(shares)) as violation
   from kept group by board_id
   having (sum(members), sum(participants), sum(points), sum(shares)) <> (0, 0, 0, 0) order by board_id`,
)

export const boardChecks = [entriesCheck, countsCheck, totalsCheck]
