import { type Check, inSql } from '#server/db/check.ts'
import { heldPoints } from '#server/db/fragments.ts'

const held = heldPoints('s', 'i')

/** Invariants of shares, and of the activities of shares and achievements. */
export const shareChecks: readonly Check[] = [
  inSql(
    'entries of shares',
    `select format('share %s must hold %s points and the ledger has %s%s', s.id, ${held}, entered,
       case when agrees then '' else ', some of them for others' end) as violation
     from shares s left join interactions i on i.id = s.interaction_id cross join lateral (
       select coalesce(sum(amount), 0) as entered, coalesce(bool_and(l.user_id = s.user_id), true) as agrees
       from ledger l where l.subject_id = s.id) as entries
     where entered <> ${held} or not agrees order by s.id`,
  ),
  inSql(
    'verified shares',
    `select format('share %s is %s and counts as %s shares', s.id, status, counted) as violation
     from shares s cross join lateral (
       select coalesce(sum(l.shares), 0) as counted from ledger l where l.subject_id = s.id) as entries
     where counted <> (status = 'completed' and interaction_id is null)::int
     union all
     select format('entry %s counts shares and belongs to none', l.id) from ledger l
     where l.shares <> 0 and not exists (select from shares s where s.id = l.subject_id)`,
  ),
  inSql(
    'activities of achievements and shares',
    `with told as (
       select id, user_id, 'achievement' as type, points, (taken_back_at is null)::int as lines from earned_achievements
       union all
       select s.id, s.user_id, 'share', ${held}, (s.interaction_id is null and ${held} > 0)::int
       from shares s left join interactions i on i.id = s.interaction_id
     ), lines as (
       select * from activities where type in ('achievement', 'share')
     )
     select format('%s %s has %s activities%s', type, id, present,
       case when agrees then '' else ' that are not its own' end) as violation
     from (
       select told.type, told.id, told.lines as due, count(a.id) as present,
         coalesce(bool_and(a.user_id is not distinct from told.user_id and a.points = told.points)
           filter (where a.id is not null), true) as agrees
       from told left join lines a on a.subject_id = told.id and a.type = told.type
       where told.lines > 0 or a.id is not null group by told.type, told.id, told.lines
     ) as shown
     where present <> due or not agrees
     union all
     select format('activity %s tells of no %s', a.id, a.type)
     from lines a left join told on told.id = a.subject_id and told.type = a.type where told.id is null`,
  ),
]
