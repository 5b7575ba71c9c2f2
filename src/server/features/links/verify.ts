import { clickWindowMs } from '#domain/links.ts'
import { type Check, inSql } from '#server/db/check.ts'

/** Checks of clicks on trackable links. A check of the ledger finds entries without a click. */
export const linkChecks: readonly Check[] = [
  inSql(
    'entries of clicks',
    `select format('click %s of %s points has %s entries%s', c.id, c.points, entries,
       case when agrees then '' else ' that are not its own member, points and instant' end) as violation
     from link_clicks c cross join lateral (
       select count(*) as entries, coalesce(bool_and(l.user_id = c.user_id and l.amount = c.points
         and l.created_at = c.clicked_at), true) as agrees
       from ledger l where l.subject_id = c.id and l.reason = 'link_click') as award
     where entries <> (c.points > 0)::int or not agrees order by c.id`,
  ),
  inSql(
    'clicks of one visitor',
    `select format('click %s came %s after another of the same visitor', id, since) as violation
     from (select id, clicked_at - lag(clicked_at) over (
       partition by user_id, post_id, visitor order by clicked_at, id) as since from link_clicks) as clicks
     where since < ${clickWindowMs} * interval '1 millisecond' order by id`,
  ),
]
