import { type Streak, streakOfDays } from '#domain/streaks.ts'
import { undoWindowMs } from '#domain/undo.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { type Check, inSql } from './verify-check.ts'
import { gameChecks } from './verify-game.ts'
import { linkChecks } from './verify-links.ts'

/** One thing that must hold, and every place where it does not. */
export interface Finding {
  readonly name: string
  /** One line for each violation; none when all is well. */
  readonly violations: readonly string[]
}

// Both are the first statements of their transaction: later it would be too late to choose.
const oneSnapshot = statement('verify_snapshot', 'set transaction isolation level repeatable read, read only')
const takeTime = statement('verify_take_time', 'set local statement_timeout = 0')

/**
 * Recomputes from the ledger and the interactions what is kept beside them, in one snapshot of the database, and
 * answers every check in a fixed order. Reads only; members may go on reporting meanwhile.
 */
export function verify(db: Db): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await tx.run(oneSnapshot, [])
    await tx.run(takeTime, [])
    const findings: Finding[] = []
    for (const { name, find } of checks) findings.push({ name, violations: await find(tx) })
    return findings
  })
}

const liveSums = `select user_id, count(*) as engagements, count(*) filter (where type = 'share') as shares
  from interactions where undone_at is null group by user_id`

const kept = 'is_active and deleted_at is null'

const checks: readonly Check[] = [
  inSql(
    'member totals',
    `with earned as (select user_id, sum(amount) as points from ledger group by user_id), done as (${liveSums})
     select format('member %s has %s points, %s shares, %s engagements; recomputed %s, %s, %s', u.id,
       total_points, total_shares, total_engagements,
       coalesce(points, 0), coalesce(shares, 0), coalesce(engagements, 0)) as violation
     from users u left join earned on earned.user_id = u.id left join done on done.user_id = u.id
     where (total_points, total_shares, total_engagements)
       is distinct from (coalesce(points, 0), coalesce(shares, 0), coalesce(engagements, 0))
     order by u.id`,
  ),
  inSql(
    'sum of totals',
    `select format('all members together have %s points, the ledger %s', held, earned) as violation
     from (select coalesce(sum(total_points), 0) as held from users) as members,
       (select coalesce(sum(amount), 0) as earned from ledger) as entries
     where held <> earned`,
  ),
  inSql(
    'instants of totals',
    `select format('member %s reached the total at %s, when no entry was written', u.id, reached_at) as violation
     from users u where exists (select from ledger where user_id = u.id)
       and not exists (select from ledger where user_id = u.id and created_at = u.reached_at)
     union all
     select format('member %s reached the standing in contest %s at %s, when no entry was written',
       s.user_id, contest_id, reached_at)
     from standings s join contests c on c.id = contest_id and ${kept}
     where not exists (select from ledger l where l.user_id = s.user_id and l.created_at = s.reached_at
       and l.day between start_date and end_date)`,
  ),
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
  inSql(
    'reversals',
    `select format('%s interaction %s has %s reversals%s',
       case when undone_at is null then 'live' else 'undone' end, i.id, entries,
       case when agrees then '' else ' that do not take back its award on its day' end) as violation
     from interactions i cross join lateral (
       select count(*) as entries, coalesce(bool_and(l.user_id = i.user_id and l.amount = -award.amount
         and l.day = award.day and l.created_at is not distinct from i.undone_at), true) as agrees
       from ledger l join ledger award on award.id = l.reverses_id
       where l.subject_id = i.id and l.reason = 'undo') as reversal
     where entries <> (undone_at is not null)::int or not agrees order by i.id`,
  ),
  inSql(
    'ledger entries without a source',
    `select format('%s entry %s of member %s has no source', reason, l.id, l.user_id) as violation
     from ledger l where case reason
       when 'interaction' then not exists (select from interactions i where i.id = l.subject_id)
       when 'undo' then not exists (select from ledger award where award.id = l.reverses_id
         and award.subject_id = l.subject_id and award.reason in ('interaction', 'achievement'))
       when 'achievement' then not exists (select from earned_achievements e where e.id = l.subject_id)
       when 'link_click' then not exists (select from link_clicks c where c.id = l.subject_id)
       else not exists (select from shares s where s.id = l.subject_id) end
     order by l.id`,
  ),
  inSql(
    'standings',
    `with day_sums as (
       select user_id, day, sum(amount) as points, 0 as shares, 0 as engagements from ledger group by user_id, day
       union all
       select user_id, day, 0, count(*) filter (where type = 'share'), count(*)
       from interactions where undone_at is null group by user_id, day
     ), due as (
       select c.id as contest_id, user_id, sum(points) as points, sum(shares) as shares,
         sum(engagements) as engagements
       from contests c join day_sums on day between start_date and end_date where ${kept} group by c.id, user_id
     ), held as (
       select s.* from standings s join contests c on c.id = s.contest_id and ${kept}
     )
     select format('member %s has %s points, %s shares, %s engagements in contest %s; recomputed %s, %s, %s',
       user_id, held.points, held.shares, held.engagements, contest_id, due.points, due.shares, due.engagements)
       as violation
     from due full join held using (contest_id, user_id)
     where (coalesce(due.points, 0), coalesce(due.shares, 0), coalesce(due.engagements, 0))
       is distinct from (coalesce(held.points, 0), coalesce(held.shares, 0), coalesce(held.engagements, 0))
     order by contest_id, user_id`,
  ),
  inSql(
    'one live report of a kind',
    `select format('member %s has %s live reports of type %s on post %s', user_id, count(*), type, post_id)
       as violation
     from interactions where undone_at is null group by user_id, post_id, type having count(*) > 1`,
  ),
  inSql(
    'undo window',
    `select format('interaction %s was undone %s after its report', id, undone_at - reported_at) as violation
     from interactions where undone_at > reported_at + $1::int * interval '1 millisecond' order by id`,
    [undoWindowMs],
  ),
  // Which day it was depends on the time zone at the time, but no zone is further than a day from UTC.
  inSql(
    'days',
    `select format('interaction %s of %s counts for %s', id, reported_at, day) as violation
     from interactions where abs(day - (reported_at at time zone 'UTC')::date) > 1 order by id`,
  ),
  inSql(
    'shares of reports',
    `select format('%s %s report %s has %s shares%s', case when undone_at is null then 'live' else 'undone' end,
       type, i.id, present, case when agrees then '' else ' that are not its own' end) as violation
     from interactions i cross join lateral (
       select count(*) filter (where undone_at is null or (status = 'pending' and reviewed_at is null)) as present,
         coalesce(bool_and(s.user_id = i.user_id and s.platform = i.platform), true) as agrees
       from shares s where s.interaction_id = i.id) as made
     where present <> (undone_at is null and type = 'share')::int or not agrees order by i.id`,
  ),
  inSql(
    'activities of reports',
    `select format('%s report %s has %s activities%s', case when undone_at is null then 'live' else 'undone' end,
       i.id, lines, case when agrees then '' else ' that are not its own' end) as violation
     from interactions i cross join lateral (
       select count(*) as lines, coalesce(bool_and(a.user_id is not distinct from i.user_id
         and a.points = i.points and a.platform is not distinct from i.platform), true) as agrees
       from activities a where a.subject_id = i.id) as told
     where lines <> (undone_at is null)::int or not agrees
     union all
     select format('activity %s tells of no report', a.id) from activities a
     where type = 'interaction' and not exists (select from interactions i where i.id = a.subject_id)`,
  ),
  inSql(
    'one post of an identity',
    `select format('%s posts have the identity %s', count(*), identity) as violation
     from posts group by identity having count(*) > 1`,
  ),
  inSql(
    'append-only guards',
    `select format('the trigger %s on %s is missing or switched off', name, guarded) as violation
     from (values ('ledger', 'ledger_append_only'), ('ledger', 'ledger_no_truncate'),
       ('audit_entries', 'audit_append_only'), ('audit_entries', 'audit_no_truncate'),
       ('monthly_winners', 'monthly_winners_append_only'), ('monthly_winners', 'monthly_winners_no_truncate')) as wanted (guarded, name)
     where not exists (select from pg_trigger
       where tgname = name and tgrelid = to_regclass(guarded) and tgenabled in ('O', 'A'))`,
  ),
  ...gameChecks,
  ...linkChecks,
]

interface StreakRow {
  readonly id: string
  readonly lastDay: string | null
  readonly current: number
  readonly longest: number
  readonly days: readonly string[]
}

const membersAtATime = 500

const listStreaks = statement<StreakRow>(
  'verify streaks',
  `select u.id, streak_last_day::text as "lastDay", current_streak as current, longest_streak as longest,
     coalesce((select json_agg(distinct day::text) from interactions
       where user_id = u.id and undone_at is null), '[]') as days
   from users u where u.id > $1 order by u.id limit $2`,
)

/** A streak follows from the days, by the same rule by which it is kept, but from all of them at once. */
async function findStreakViolations(tx: Tx): Promise<string[]> {
  const violations: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx.run(listStreaks, [after, membersAtATime])
    for (const { id, days, lastDay, current, longest } of rows) {
      const held = inWords({ lastDay, current, longest })
      const due = inWords(streakOfDays(days))
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
