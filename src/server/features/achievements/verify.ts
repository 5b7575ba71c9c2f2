import { achievementCodes, isReached } from '#domain/achievements.ts'
import { type Check, inSql, type Portion } from '#server/db/check.ts'
import type { Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

export const achievementChecks: readonly Check[] = [
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
  { names: ['grounds of achievements'], find: findGroundless },
]

const membersAtATime = 5_000

const listHolders = query({
  name: 'verify_grounds_of_achievements',
  sql: `select users.id, array(select code from earned_achievements e
       where e.user_id = users.id and taken_back_at is null order by code) as earned,
     longest_streak as "longestStreak", total_engagements as reports, total_shares as shares
   from users where id > $after order by id limit ${membersAtATime}`,
  params: { after: col.uuid },
  row: {
    id: col.id<'user'>(),
    earned: col.words(achievementCodes),
    longestStreak: col.int,
    reports: col.int,
    shares: col.int,
  },
})

/** Finds achievements that the member's live reports no longer justify. */
async function findGroundless(tx: Tx, after: string): Promise<Portion> {
  const rows = await listHolders(tx, { after })
  const violations = rows.flatMap((row) =>
    row.earned
      .filter((code) => !isReached(code, row))
      .map((code) => ({
        name: 'grounds of achievements',
        violation: `member ${row.id} holds ${code} without what it is for`,
      })),
  )
  return { violations, next: rows.length < membersAtATime ? null : (rows.at(-1)?.id ?? null) }
}
