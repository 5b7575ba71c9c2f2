import { nilId } from '#domain/ids.ts'
import { inSql } from '#server/db/check.ts'

/**
 * Whether a board is in use. A job deletes the others, and until then nothing keeps them. The counts of a window come
 * last when it is built.
 */
function isUsed(board: string): string {
  return `(${board} = '${nilId}' or ${board} in (
     select standings_id from contests union all select id from standings_builds
     union all select id from board_windows where is_whole))`
}

/** What members have in contests, and in windows without what is not folded yet. */
const lines = `select contest_id, user_id, points, shares, engagements, reached_at from standings
     union all select window_id, user_id, points, shares, engagements, reached_at from window_scores`

const due = `select '${nilId}'::uuid as board_id, id as user_id, total_points as points, total_shares as shares,
     total_engagements as engagements, reached_at
   from users where is_ranked and total_points > 0
   union all
   select s.contest_id, s.user_id, s.points, s.shares, s.engagements, s.reached_at
   from (${lines}) s join users u on u.id = s.user_id and u.is_ranked
   where s.points > 0 and ${isUsed('s.contest_id')}`

const columns = ['points', 'shares', 'engagements', 'reached_at', 'key']
const columnsOf = (entry: string) => `(${columns.map((column) => `${entry}.${column}`).join(', ')})`

const entriesCheck = inSql(
  'boards',
  `with kept as (
     select * from board_entries where ${isUsed('board_id')}
   ), made as (
     select *, board_key(points, shares, engagements, reached_at, user_id) as key from (${due}) due
   )
   select format('the board %s and what it is made of differ in %s of member %s', board_id,
     coalesce(kept.points, made.points), user_id) as violation
   from kept full join made using (board_id, user_id)
   where ${columnsOf('kept')} is distinct from ${columnsOf('made')} order by board_id, user_id limit 100`,
)

const countsCheck = inSql(
  'counts of boards',
  `with blocks as (
     select board_id, first_key, entries,
       lead(first_key, 1, decode(repeat('ff', 64), 'hex')) over (partition by board_id order by first_key) as next_key
     from board_blocks where ${isUsed('board_id')}
   ), moves as (
     select board_id, to_key as key, 1 as change from board_moves where to_key is not null
     union all select board_id, from_key, -1 from board_moves where from_key is not null
   ), found as (
     select b.board_id, first_key, b.entries
       + (select coalesce(sum(change), 0) from moves m where m.board_id = b.board_id
         and m.key >= b.first_key and m.key < next_key)
       - (select count(*) from board_entries e where e.board_id = b.board_id
         and e.key >= b.first_key and e.key < next_key) as too_many from blocks b
   )
   select format('the board %s has %s entries too many from %s on', board_id, too_many, first_key) as violation
   from found where too_many <> 0
   union all
   select format('the board %s has %s entries too many, and no counts', board_id, sum(change))
   from (select board_id, change from moves union all select board_id, -1 from board_entries) uncounted
   where ${isUsed('board_id')} and not exists (select from board_blocks b where b.board_id = uncounted.board_id)
   group by board_id having sum(change) <> 0 order by 1 limit 100`,
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
     select s.contest_id, 0, -(s.engagements > 0 and u.is_ranked)::int, -s.points, -s.shares
     from (${lines}) s join users u on u.id = s.user_id
   )
   select format('the board %s is off by %s members, %s participants, %s points, %s shares', board_id, sum(members),
     sum(participants), sum(points), sum(shares)) as violation
   from kept where ${isUsed('board_id')} group by board_id
   having (sum(members), sum(participants), sum(points), sum(shares)) <> (0, 0, 0, 0) order by board_id`,
)

export const boardChecks = [entriesCheck, countsCheck, totalsCheck]
