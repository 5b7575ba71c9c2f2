import type { Day } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { type Streak, streakOfDays } from '#domain/streaks.ts'
import { undoWindowMs } from '#domain/undo.ts'
import { type Check, inSql } from '#server/db/check.ts'
import { isLive, reportState } from '#server/db/fragments.ts'
import type { Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { excusedDays } from '../streaks/commands.ts'

/** Checks of the streaks and points that reports earn. */
export const awardChecks: readonly Check[] = [
  { name: 'streaks', find: findStreakViolations },
  inSql(
    'awards',
    `select format('interaction %s has %s awards%s', i.id, entries,
       case when agrees then '' else ' that are not its own member, points, day and instant' end) as violation
     from interactions i cross join lateral (
       select count(*) as entries, coalesce(bool_and(l.user_id = i.user_id and l.amount = i.points
         and l.day = i.day and l.created_at = i.reported_at), true) as agrees
       from ledger l where l.subject_id = i.id and l.reason = 'interaction') as award
     where entries <> 1 or not agrees order by i.id`,
  ),
]

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
  inSql(
    'shares of reports',
    `select format('%s %s report %s has %s shares%s', ${reportState('i')}, type, i.id, present,
       case when agrees then '' else ' that are not its own' end) as violation
     from interactions i cross join lateral (
       select count(*) filter (where undone_at is null or (status = 'pending' and reviewed_at is null)) as present,
         coalesce(bool_and(s.user_id = i.user_id and s.platform = i.platform), true) as agrees
       from shares s where s.interaction_id = i.id) as made
     where present <> (undone_at is null and type = 'share')::int or not agrees order by i.id`,
  ),
  inSql(
    'caps',
    `select format('report %s earned nothing by a cap of %s, and has %s points', id, over_cap, points) as violation
     from interactions where over_cap is not null and points <> 0`,
  ),
  inSql(
    'activities of reports',
    `select format('%s report %s has %s activities%s', case when ${isLive('i')} then 'live' else 'undone' end,
       i.id, lines, case when agrees then '' else ' that are not its own' end) as violation
     from interactions i cross join lateral (
       select count(*) as lines, coalesce(bool_and(a.user_id is not distinct from i.user_id
         and a.points = i.points and a.platform is not distinct from i.platform), true) as agrees
       from activities a where a.subject_id = i.id) as told
     where lines <> (${isLive('i')})::int or not agrees
     union all
     select format('activity %s tells of no report', a.id) from activities a
     where type = 'interaction' and not exists (select from interactions i where i.id = a.subject_id)`,
  ),
]

const membersAtATime = 500

const listStreaks = query({
  name: 'verify_streaks',
  sql: `select u.id, streak_last_day::text as "lastDay", current_streak as current, longest_streak as longest,
     coalesce((select json_agg(distinct i.day::text) from interactions i
       where i.user_id = u.id and ${isLive('i')}), '[]') as days
   from users u where u.id > $after order by u.id limit ${membersAtATime}`,
  params: { after: col.id<'user'>() },
  row: {
    id: col.id<'user'>(),
    lastDay: col.nullable(col.day),
    current: col.int,
    longest: col.int,
    days: col.json<readonly Day[]>(),
  },
})

/** Recomputes each streak from all days at once, by the rule that also updates it day by day. */
async function findStreakViolations(tx: Tx): Promise<string[]> {
  const violations: string[] = []
  const excused = await excusedDays(tx)
  let after = asId<'user'>('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const rows = await listStreaks(tx, { after })
    for (const { id, days, lastDay, current, longest } of rows) {
      const held = inWords({ lastDay, current, longest })
      const due = inWords(streakOfDays(days, excused))
      if (held !== due) violations.push(`member ${id} has the streak ${held}; recomputed ${due}`)
    }
    const last = rows.at(-1)
    if (!last || rows.length < membersAtATime) return violations
    after = last.id
  }
}

function inWords({ lastDay, current, longest }: Streak): string {
  return `${current} up to ${lastDay ?? 'no day'}, longest ${longest}`
}
