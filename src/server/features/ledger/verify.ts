import { type Check, guardsOf, inRange, inRanges, inSql } from '#server/db/check.ts'
import { countsFor, isKept, isLive, reportState } from '#server/db/fragments.ts'

/** The migration since which entries keep the rule that gave their amount. */
const receiptsSince = 12

/** Checks of the stored totals against the ledger, quick enough to run every few minutes. */
export const sumChecks: readonly Check[] = [
  inSql(
    'member totals',
    `with earned as (
       select user_id, sum(amount) as points, sum(shares) as verified from ledger group by user_id
     ), done as (
       select user_id, count(*) as engagements, count(*) filter (where type = 'share') as reported
       from interactions where ${isLive('interactions')} group by user_id)
     select format('member %s has %s points, %s shares, %s engagements; recomputed %s, %s, %s', u.id,
       total_points, total_shares, total_engagements,
       coalesce(points, 0), coalesce(reported, 0) + coalesce(verified, 0), coalesce(engagements, 0)) as violation
     from users u left join earned on earned.user_id = u.id left join done on done.user_id = u.id
     where (total_points, total_shares, total_engagements)
       is distinct from (coalesce(points, 0), coalesce(reported, 0) + coalesce(verified, 0), coalesce(engagements, 0))
     order by u.id`,
  ),
  inSql(
    'sum of totals',
    `select format('all members together have %s points, the ledger %s', held, earned) as violation
     from (select coalesce(sum(total_points), 0) as held from users) as members,
       (select coalesce(sum(amount), 0) as earned from ledger) as entries
     where held <> earned`,
  ),
]

/** Checks of the stored totals and their instants. */
export const totalChecks: readonly Check[] = sumChecks.concat(
  inSql(
    'instants of totals',
    `select format('member %s reached the total at %s, when no entry was written', u.id, reached_at) as violation
     from users u where exists (select from ledger where user_id = u.id)
       and not exists (select from ledger where user_id = u.id and created_at = u.reached_at)
     union all
     select format('member %s reached the standing in contest %s at %s, when no entry was written',
       s.user_id, c.id, reached_at)
     from standings s join contests c on c.standings_id = contest_id and ${isKept('c')}
     where not exists (select from ledger l where l.user_id = s.user_id and l.created_at = s.reached_at
       and ${countsFor('c', 'l.day')})`,
  ),
)

const noSource = `format('%s entry %s of member %s has no source', l.reason, l.id, l.user_id)`

/** Checks of the ledger entries themselves. */
export const entryChecks: readonly Check[] = [
  // One pass, because each of the three reads every report with its entries.
  inRanges({
    names: ['awards', 'entries of reports', 'reversals'],
    table: 'interactions',
    sql: `with entered as (
       select i.id, i.points, ${reportState('i')} as state, case when ${isLive('i')} then i.points else 0 end as due,
         count(*) filter (where l.reason = 'interaction') as awards,
         coalesce(bool_and(l.user_id = i.user_id and l.amount = i.points and l.day = i.day
           and l.created_at = i.reported_at) filter (where l.reason = 'interaction'), true) as are_awards_own,
         coalesce(sum(l.amount), 0) as amount,
         coalesce(bool_and(l.user_id = i.user_id and l.day = i.day and l.shares = 0), true) as are_entries_own,
         ${isLive('i')} or coalesce(bool_or(l.reason = 'undo'
           and l.created_at = coalesce(i.undone_at, i.taken_back_at)), false) as is_ended
       from interactions i left join ledger l on l.subject_id = i.id and ${inRange('l.subject_id')}
       where ${inRange('i.id')} group by i.id
     )
     select name, violation from entered cross join lateral (values
       ('awards', case when awards <> 1 or not are_awards_own then format('interaction %s has %s awards%s', id, awards,
         case when are_awards_own then '' else ' that are not its own member, points, day and instant' end) end),
       ('entries of reports', case when amount <> due or not are_entries_own then format(
         '%s interaction %s holds %s points of %s%s', state, id, amount, points,
         case when are_entries_own then '' else ', or an entry is not of its member and day' end) end),
       ('reversals', case when not is_ended then format(
         '%s interaction %s has no reversal of that instant', state, id) end)
     ) as found (name, violation)
     where (awards <> 1 or not are_awards_own or amount <> due or not are_entries_own or not is_ended)
       and violation is not null
     order by id`,
  }),
  inSql(
    'reversals',
    `select format('entry %s reverses %s, and not its amount, member, subject and day', back.id, award.id) as violation
     from ledger back join ledger award on award.id = back.reverses_id
     where back.amount <> -award.amount or back.user_id <> award.user_id or back.subject_id <> award.subject_id
       or back.day <> award.day`,
  ),
  inSql(
    'take-backs',
    `select format('interaction %s is %s, and its take-back says otherwise', i.id, ${reportState('i')}) as violation
     from interactions i left join take_backs t on t.interaction_id = i.id
     where (i.taken_back_at is not null) <> (t.interaction_id is not null and t.given_back_at is null)
       or t.user_id <> i.user_id or t.reviewer_id = i.user_id`,
  ),
  inSql(
    'receipts',
    `select format('entry %s of %s points has a receipt of %s', l.id, amount, receipt.points) as violation
     from ledger l cross join lateral (
       select round(rule_value * rule_multiplier / 100.0) + coalesce(bonus_value, 0) as points) as receipt
     where rule_id is not null and (receipt.points <> amount or (bonus_type is null) <> (bonus_value is null))
     union all
     select format('%s entry %s of %s points has no receipt', l.reason, l.id, amount)
     from ledger l, schema_migrations since
     where since.number = ${receiptsSince} and l.created_at > since.applied_at and rule_id is null
       and amount <> 0 and reason in ('interaction', 'achievement', 'link_click')`,
  ),
  inSql(
    'corrections',
    `select format('correction %s of %s points has entries of %s', a.id, a.amount, entered) as violation
     from adjustments a cross join lateral (
       select coalesce(sum(l.amount) filter (where l.user_id = a.user_id), 0) as entered
       from ledger l where l.subject_id = a.id) as entries
     where entered <> a.amount or length(a.reason) < 5`,
  ),
  inRanges({
    names: ['ledger entries without a source'],
    table: 'interactions',
    sql: `select 'ledger entries without a source' as name, ${noSource} as violation
     from ledger l left join interactions i on i.id = l.subject_id and ${inRange('i.id')}
     where l.reason = 'interaction' and ${inRange('l.subject_id')} and i.id is null
     union all
     select 'ledger entries without a source', ${noSource}
     from ledger l left join ledger award on award.id = l.reverses_id and award.subject_id = l.subject_id
       and award.reason in ('interaction', 'achievement', 'adjustment') and ${inRange('award.subject_id')}
     where l.reason = 'undo' and ${inRange('l.subject_id')} and award.id is null`,
  }),
  inSql(
    'ledger entries without a source',
    `select ${noSource} as violation
     from ledger l where l.reason not in ('interaction', 'undo') and case l.reason
       when 'achievement' then not exists (select from earned_achievements e where e.id = l.subject_id)
       when 'link_click' then not exists (select from link_clicks c where c.id = l.subject_id)
       when 'share' then not exists (select from shares s where s.id = l.subject_id)
       else not exists (select from shares s where s.id = l.subject_id union all
         select from adjustments a where a.id = l.subject_id union all
         select from take_backs t where t.interaction_id = l.subject_id and t.given_back_at = l.created_at) end
     order by l.id`,
  ),
]

export const ledgerGuards = guardsOf('ledger', ['ledger_append_only', 'ledger_no_truncate'])
