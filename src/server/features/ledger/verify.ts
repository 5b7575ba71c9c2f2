import { type Check, guardsOf, inSql } from '#server/db/check.ts'
import { countsFor, isKept, isLive } from '#server/db/fragments.ts'

/** Checks of the stored totals against the ledger. */
export const totalChecks: readonly Check[] = [
  inSql(
    'member totals',
    `with earned as (select user_id, sum(amount) as points from ledger group by user_id), done as (
       select user_id, count(*) as engagements, count(*) filter (where type = 'share') as shares
       from interactions where ${isLive('interactions')} group by user_id)
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
     from standings s join contests c on c.id = contest_id and ${isKept('c')}
     where not exists (select from ledger l where l.user_id = s.user_id and l.created_at = s.reached_at
       and ${countsFor('c', 'l.day')})`,
  ),
]

/** Checks of the ledger entries themselves. */
export const entryChecks: readonly Check[] = [
  inSql(
    'reversals',
    `select format('%s interaction %s has %s reversals%s',
       case when ${isLive('i')} then 'live' else 'undone' end, i.id, entries,
       case when agrees then '' else ' that do not take back its award on its day' end) as violation
     from interactions i cross join lateral (
       select count(*) as entries, coalesce(bool_and(l.user_id = i.user_id and l.amount = -award.amount
         and l.day = award.day and l.created_at is not distinct from i.undone_at), true) as agrees
       from ledger l join ledger award on award.id = l.reverses_id
       where l.subject_id = i.id and l.reason = 'undo') as reversal
     where entries <> (not ${isLive('i')})::int or not agrees order by i.id`,
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
]

export const ledgerGuards = guardsOf('ledger', ['ledger_append_only', 'ledger_no_truncate'])
