import { type AchievementCode, isReached, type Progress } from '#domain/achievements.ts'
import { statement, type Tx } from '#server/db/handle.ts'
import { type Check, inSql } from './verify-check.ts'

const heldForShare = `case when (interaction_id is not null or due_at is not null) and status <> 'rejected'
  then s.points else 0 end`

/** What must hold of achievements, shares and winners. */
export const gameChecks: readonly Check[] = [
  inSql(
    'entries of achievements',
    `select format('%s %s achievement %s has %s awards and %s reversals%s',
       case when taken_back_at is null then 'held' else 'taken back' end, code, e.id, awards, reversals,
       case when agrees then '' else ' that are not its own member, points, day and instant' end) as violation
     from earned_achievements e cross join lateral (
       select count(*) filter (where l.reason = 'achievement') as awards,
         count(*) filter (where l.reason = 'undo') as reversals,
         coalesce(bool_and(l.user_id = e.user_id and case l.reason
           when 'achievement' then l.amount = e.points and l.created_at = e.earned_at
           else l.amount = -e.points and l.day = award.day and l.created_at is not distinct from e.taken_back_at
           end), true) as agrees
       from ledger l left join ledger award on award.id = l.reverses_id where l.subject_id = e.id) as entries
     where awards <> 1 or reversals <> (taken_back_at is not null)::int or not agrees order by e.id`,
  ),
  inSql(
    'codes of achievements',
    `select format('member %s has the codes %s; held are %s', id, achievement_codes, held) as violation
     from users cross join lateral (
       select coalesce(array_agg(code order by code), '{}') as held from earned_achievements
       where user_id = users.id and taken_back_at is null) as live
     where achievement_codes is distinct from held order by id`,
  ),
  { name: 'grounds of achievements', find: findGroundless },
  inSql(
    'entries of shares',
    `select format('share %s must hold %s points and the ledger has %s%s', s.id, ${heldForShare}, entered,
       case when agrees then '' else ', some of them for others' end) as violation
     from shares s cross join lateral (
       select coalesce(sum(amount), 0) as entered, coalesce(bool_and(l.user_id = s.user_id), true) as agrees
       from ledger l where l.subject_id = s.id) as entries
     where entered <> ${heldForShare} or not agrees order by s.id`,
  ),
  inSql(
    'activities of achievements and shares',
    `with told as (
       select id, user_id, 'achievement' as type, points, (taken_back_at is null)::int as lines from earned_achievements
       union all
       select s.id, user_id, 'share', ${heldForShare}, (${heldForShare} > 0)::int from shares s
     )
     select format('%s %s has %s activities%s', type, id, present,
       case when agrees then '' else ' that are not its own' end) as violation
     from told cross join lateral (
       select count(*) as present, coalesce(bool_and(a.user_id is not distinct from told.user_id
         and a.points = told.points), true) as agrees
       from activities a where a.subject_id = told.id and a.type = told.type) as shown
     where present <> lines or not agrees
     union all
     select format('activity %s tells of no %s', a.id, a.type) from activities a
     where a.type in ('achievement', 'share') and not exists (
       select from told where told.id = a.subject_id and told.type = a.type)`,
  ),
  inSql(
    'winners',
    `with earned as (
       select w.id, l.user_id, sum(amount) as points
       from monthly_winners w join ledger l on l.day between w.start_date and w.end_date group by w.id, l.user_id
     ), done as (
       select w.id, count(*) as engagements, count(*) filter (where i.type = 'share') as shares
       from monthly_winners w join interactions i
         on i.user_id = w.user_id and i.undone_at is null and i.day between w.start_date and w.end_date group by w.id
     )
     select format('the winner of %s-%s has %s points, %s shares, %s engagements; recomputed %s, %s, %s', year, month,
       w.points, w.shares, w.engagements, coalesce(earned.points, 0), coalesce(done.shares, 0),
       coalesce(done.engagements, 0)) as violation
     from monthly_winners w left join earned on earned.id = w.id and earned.user_id = w.user_id
       left join done on done.id = w.id
     where (w.points, w.shares, w.engagements, year, month) is distinct from (coalesce(earned.points, 0),
       coalesce(done.shares, 0), coalesce(done.engagements, 0), extract(year from start_date),
       extract(month from start_date))
     union all
     select format('member %s had more points than the winner of %s-%s', earned.user_id, year, month)
     from monthly_winners w join earned on earned.id = w.id and earned.points > w.points
       join users u on u.id = earned.user_id and u.disabled_at is null`,
  ),
]

interface HeldRow extends Progress {
  readonly id: string
  readonly code: AchievementCode
}

const listHeld = statement<HeldRow>(
  'verify grounds of achievements',
  `select u.id, code, total_engagements as reports, total_shares as shares, longest_streak as "longestStreak"
   from earned_achievements e join users u on u.id = e.user_id where taken_back_at is null order by u.id, code`,
)

/** Achievements that follow from a member's reports stand only as long as the reports do. */
async function findGroundless(tx: Tx): Promise<string[]> {
  const rows = await tx.run(listHeld, [])
  return rows
    .filter((row) => !isReached(row.code, row))
    .map(({ id, code }) => `member ${id} holds ${code} without what it is for`)
}
