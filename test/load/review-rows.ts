import type { Db } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'

const insertChecks = statement(
  'load_insert_checks',
  `insert into checks (id, user_id, interaction_id, cause, asked_at, due_at)
   select gen_random_uuid(), user_id, id, 'sample', reported_at, reported_at + interval '5 days'
   from (
     select i.* from interactions i where reported_at < now() - interval '6 days' and undone_at is null
       and taken_back_at is null and not exists (select from checks c where c.interaction_id = i.id)
     order by reported_at limit $1::int
   ) picked`,
)
// Each is against a report that the first administrator took back.
const insertAppeals = statement(
  'load_insert_appeals',
  `with admin as (select id from users where role = 'admin' order by id limit 1), gone as (
     update interactions set taken_back_at = now() where id in (
       select i.id from interactions i where undone_at is null and taken_back_at is null
         and user_id <> (select id from admin) and not exists (select from checks c where c.interaction_id = i.id)
       order by reported_at desc limit $1::int
     ) returning id, user_id, reported_at
   ), reasons as (
     insert into take_backs (interaction_id, user_id, reviewer_id, reason, created_at)
     select gone.id, gone.user_id, admin.id, 'There is no such comment', now() from gone, admin
   )
   insert into appeals (id, user_id, interaction_id, reviewer_id, reason, text, created_at)
   select gen_random_uuid(), gone.user_id, gone.id, admin.id, 'There is no such comment', 'It is the third from the top',
     now() - (now() - reported_at) / 100 from gone, admin`,
)
// Reports by one member on other posts, each with its entry and its receipt.
const insertEntries = statement(
  'load_insert_entries',
  `with rule as (select id, point_value from points_configurations where action_type = 'comment' limit 1), made as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
     select gen_random_uuid(), $1::uuid, posts.id, 'comment', platform, rule.point_value, current_date - (place % 365)::int,
       now() - place * interval '3 hours'
     from (select id, platform, row_number() over (order by id) as place from posts limit $2::int) posts, rule
     returning id, user_id, points, day, reported_at
   )
   insert into ledger (id, user_id, amount, reason, subject_id, day, created_at, rule_id, rule_value, rule_multiplier)
   select gen_random_uuid(), user_id, points, 'interaction', made.id, day, reported_at, rule.id, rule.point_value, 100
   from made, rule`,
)

/** How many rows of each kind. */
export interface ReviewRows {
  readonly checks: number
  readonly appeals: number
  /** Ledger entries of the member with `memberId`. */
  readonly entries: number
  readonly memberId: string
}

/** Adds overdue checks and open appeals about reports that are there, and a long statement for one member. */
export async function insertReviewRows(db: Db, { checks, appeals, entries, memberId }: ReviewRows) {
  await db.run(insertChecks, [checks])
  await db.run(insertAppeals, [appeals])
  await db.run(insertEntries, [memberId, entries])
}
