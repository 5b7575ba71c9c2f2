import { undoWindowMs } from '#domain/undo.ts'
import { type Check, inRange, inRanges, inSql } from '#server/db/check.ts'
import { isLive, reportState } from '#server/db/fragments.ts'

/** Checks of the reports themselves, and of the shares and activities that they create. */
export const reportChecks: readonly Check[] = [
  inSql(
    'one live report of a kind',
    `select format('member %s has %s live reports of type %s on post %s', user_id, count(*), type, post_id)
       as violation
     from interactions where ${isLive('interactions')} group by user_id, post_id, type having count(*) > 1`,
  ),
  inSql(
    'undo window',
    `select format('interaction %s was undone %s after its report', id, undone_at - reported_at) as violation
     from interactions i where undone_at > reported_at + ${undoWindowMs} * interval '1 millisecond'
       and not exists (select from checks c where c.interaction_id = i.id and c.answer = 'take_back'
         and c.answered_at = i.undone_at) order by id`,
  ),
  // The day depends on the time zone at the time, but no zone is more than a day from UTC.
  inSql(
    'days',
    `select format('interaction %s of %s counts for %s', id, reported_at, day) as violation
     from interactions where abs(day - (reported_at at time zone 'UTC')::date) > 1 order by id`,
  ),
  inRanges({
    names: ['shares of reports'],
    table: 'interactions',
    sql: `select 'shares of reports' as name, format('%s %s report %s has %s shares%s', state, type, id, present,
       case when agrees then '' else ' that are not its own' end) as violation
     from (
       select i.id, i.type, ${reportState('i')} as state, (i.undone_at is null and i.type = 'share')::int as due,
         count(s.id) filter (where i.undone_at is null or (s.status = 'pending' and s.reviewed_at is null)) as present,
         coalesce(bool_and(s.user_id = i.user_id and s.platform = i.platform), true) as agrees
       from interactions i left join shares s on s.interaction_id = i.id and ${inRange('s.interaction_id')}
       where ${inRange('i.id')} group by i.id
     ) as made
     where present <> due or not agrees order by id`,
  }),
  inSql(
    'caps',
    `select format('report %s earned nothing by a cap of %s, and has %s points', id, over_cap, points) as violation
     from interactions where over_cap is not null and points <> 0`,
  ),
  inRanges({
    names: ['activities of reports'],
    table: 'interactions',
    sql: `select 'activities of reports' as name, violation from (
       select id, format('%s report %s has %s activities%s', case when is_live then 'live' else 'undone' end, id, lines,
         case when agrees then '' else ' that are not its own' end) as violation
       from (
         select i.id, ${isLive('i')} as is_live, count(a.id) as lines,
           coalesce(bool_and(a.user_id is not distinct from i.user_id and a.points = i.points
             and a.platform is not distinct from i.platform) filter (where a.id is not null), true) as agrees
         from interactions i left join activities a on a.subject_id = i.id and ${inRange('a.subject_id')}
         where ${inRange('i.id')} group by i.id
       ) as told
       where lines <> is_live::int or not agrees
       union all
       select a.id, format('activity %s tells of no report', a.id)
       from activities a left join interactions i on i.id = a.subject_id and ${inRange('i.id')}
       where a.type = 'interaction' and ${inRange('a.subject_id')} and i.id is null
     ) as found order by id`,
  }),
  inSql(
    'activities of reports',
    `select format('activity %s tells of no report', id) as violation
     from activities where subject_id is null and type = 'interaction'`,
  ),
]
