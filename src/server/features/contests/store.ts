import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { type ContestId, nilId } from '#domain/ids.ts'
import { boardOrder, isKept, isWithin } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { contests } from '#server/db/schema/game.ts'

const shownColumns = {
  id: contests.id,
  title: contests.title,
  description: contests.description,
  startDate: contests.startDate,
  endDate: contests.endDate,
  prize: contests.prize,
  isActive: contests.isActive,
  createdAt: contests.createdAt,
}

/** Whether members can look at a contest. A deleted one has standings only where it has a champion. */
function isShown(rows: string): string {
  return `(${rows}.deleted_at is null or exists (select from standings kept where kept.contest_id = ${rows}.id))`
}

const ofContest = { contestId: col.id<'contest'>() }

/** A disabled member does not take part, but the sums keep what they earned. */
export const getContestTotals = query({
  name: 'sum_standings',
  sql: `with sums as (
     select board_id, members, participants, points, shares from board_totals where board_id in ($contestId, '${nilId}')
     union all
     select board_id, members, participants, points, shares from board_moves where board_id in ($contestId, '${nilId}')
   )
   select coalesce(sum(participants) filter (where board_id = $contestId), 0)::int as "totalParticipants",
     coalesce(sum(shares) filter (where board_id = $contestId), 0)::int as "totalShares",
     coalesce(sum(points) filter (where board_id = $contestId), 0)::int as "totalPoints",
     coalesce(sum(members), 0)::int as "totalMembers" from sums`,
  params: ofContest,
  row: { totalParticipants: col.int, totalShares: col.int, totalPoints: col.int, totalMembers: col.int },
})

/** Records the leader as the winner. No row if nobody has points, or if the contest has a winner. */
export const insertWinner = query({
  name: 'insert_monthly_winner',
  sql: `with winner as (
     insert into monthly_winners (id, contest_id, user_id, year, month, start_date, end_date, points, shares,
       engagements, recorded_at)
     select $id, c.id, s.user_id, extract(year from start_date)::int, extract(month from start_date)::int, start_date,
       end_date, s.points, s.shares, s.engagements, $now
     from contests c join board_entries s on s.board_id = c.id
     where c.id = $contestId and ${isKept('c')} and end_date = $endDate
     order by ${boardOrder('s', '')}, s.user_id limit 1
     on conflict do nothing
     returning contest_id, user_id, points
   )
   select u.id as "userId", u.display_name as "displayName", c.title, winner.points
   from winner join users u on u.id = user_id join contests c on c.id = contest_id`,
  params: { id: col.id<'monthlyWinner'>(), ...ofContest, endDate: col.day, now: col.instant },
  row: { userId: col.id<'user'>(), displayName: col.text, title: col.text, points: col.int },
})

// A deleted contest that has a champion keeps the standings that it had then.
const raceOf = (wanted: string) => `with line as (
     select u.id, u.username, u.display_name, u.avatar, row_number() over (order by ${boardOrder('s', '')}, u.id) as place
     from (select * from board_entries s where board_id = $contestId ${wanted}) s join users u on u.id = s.user_id
   )
   select line.id, username, display_name as "displayName", avatar, l.day::text as day, sum(l.amount)::int as points
   from line join ledger l on l.user_id = line.id join contests c on c.id = $contestId and ${isWithin('c', 'l.day')}
     and (c.deleted_at is null or l.created_at < c.deleted_at)
   group by line.id, username, display_name, avatar, place, l.day order by place, l.day`
const raceRow = {
  id: col.id<'user'>(),
  username: col.text,
  displayName: col.text,
  avatar: col.nullable(col.text),
  day: col.day,
  points: col.int,
}

/** What each day brought the first members of a contest, best member first. Days without an entry have no row. */
export const listRaceDays = query({
  name: 'list_race_days',
  sql: raceOf(`order by ${boardOrder('s', '')}, user_id limit $limit`),
  params: { ...ofContest, limit: col.int },
  row: raceRow,
})
/** The same for one member; no row without points in the contest. */
export const listOwnRaceDays = query({
  name: 'list_own_race_days',
  sql: raceOf('and user_id = $userId'),
  params: { ...ofContest, userId: col.id<'user'>() },
  row: raceRow,
})

/** The current leader of a contest; no row while nobody has points. */
export const findContestLeader = query({
  name: 'find_contest_leader',
  sql: `select u.display_name as "displayName", s.points
   from board_entries s join users u on u.id = s.user_id where s.board_id = $contestId order by ${boardOrder('s', '')}, s.user_id limit 1`,
  params: ofContest,
  row: { displayName: col.text, points: col.int },
})

/**
 * Every recorded winner with their current name and avatar, newest month first. The columns of a contest whose
 * standings are gone are null.
 */
export const listWinners = query({
  name: 'list_monthly_winners',
  sql: `select w.id, user_id as "userId", year, month, points as "totalPoints", shares as "totalShares",
     engagements as "totalEngagements", username, display_name as "displayName", avatar, c.id as "contestId",
     c.title, c.prize
   from monthly_winners w join users u on u.id = user_id
     left join contests c on c.id = w.contest_id and ${isShown('c')}
   order by year desc, month desc, w.start_date desc, w.id desc`,
  row: {
    id: col.id<'monthlyWinner'>(),
    userId: col.id<'user'>(),
    year: col.int,
    month: col.int,
    totalPoints: col.int,
    totalShares: col.int,
    totalEngagements: col.int,
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    contestId: col.nullable(col.id<'contest'>()),
    title: col.nullable(col.text),
    prize: col.nullable(col.text),
  },
})

/** Whether a contest has a winner; then its standings are final. */
export const findWinnerOf = query({
  name: 'find_winner_of',
  sql: 'select id from monthly_winners where contest_id = $contestId',
  params: ofContest,
  row: { id: col.id<'monthlyWinner'>() },
})

/** Active contests that ended before `today` and have no winner yet, oldest first. */
export const listContestsWithoutWinner = query({
  name: 'list_contests_without_winner',
  sql: `select id, title, description, start_date::text as "startDate", end_date::text as "endDate", prize,
     is_active as "isActive", created_at as "createdAt"
   from contests c where ${isKept('c')} and end_date < $today
     and not exists (select from monthly_winners where contest_id = c.id) order by end_date, id`,
  params: { today: col.day },
  row: {
    id: col.id<'contest'>(),
    title: col.text,
    description: col.nullable(col.text),
    startDate: col.day,
    endDate: col.day,
    prize: col.nullable(col.text),
    isActive: col.bool,
    createdAt: col.instant,
  },
})
export type ContestRow = RowOf<typeof listContestsWithoutWinner>

/** Every contest that is not deleted, newest first. */
export function listContestRows(db: Db | Tx): Promise<ContestRow[]> {
  return db.orm
    .select(shownColumns)
    .from(contests)
    .where(isNull(contests.deletedAt))
    .orderBy(desc(contests.startDate), desc(contests.id))
}

/** Contests deleted since an instant, the latest deletion first. */
export function listDeletedContests(db: Db, { since }: { readonly since: Date }) {
  return db.orm
    .select({ ...shownColumns, deletedAt: contests.deletedAt })
    .from(contests)
    .where(gte(contests.deletedAt, since))
    .orderBy(desc(contests.deletedAt), desc(contests.id))
}

/** A contest that members can look at: one that is not deleted, or has a champion. */
export async function findShownContest(db: Db | Tx, id: ContestId): Promise<ContestRow | null> {
  const wanted = and(eq(contests.id, id), sql.raw(isShown('contests')))
  const [row] = await db.orm.select(shownColumns).from(contests).where(wanted)
  return row ?? null
}

export async function hasContest(db: Db | Tx, id: ContestId): Promise<boolean> {
  return (await findShownContest(db, id)) !== null
}

/** A contest, deleted or not, locked until the transaction ends. */
export async function findContest(tx: Tx, id: ContestId) {
  const columns = { ...shownColumns, deletedAt: contests.deletedAt }
  const rows = await tx.orm.select(columns).from(contests).where(eq(contests.id, id)).for('update')
  return rows[0] ?? null
}

/** Another active contest whose dates overlap these. */
export async function findOverlap(
  tx: Tx,
  { id, startDate, endDate }: Pick<ContestRow, 'id' | 'startDate' | 'endDate'>,
): Promise<ContestRow | null> {
  const rows = await tx.orm
    .select(shownColumns)
    .from(contests)
    .where(
      sql`${sql.raw(isKept('contests'))} and id <> ${id} and start_date <= ${endDate}::date and end_date >= ${startDate}::date`,
    )
    .orderBy(contests.startDate)
    .limit(1)
  return rows[0] ?? null
}

export async function insertContestRow(tx: Tx, row: ContestRow): Promise<void> {
  await tx.orm.insert(contests).values(row)
}

/** Updates the given columns. Setting `deletedAt` hides the contest and keeps its winner; null shows it again. */
export async function updateContestRow(
  tx: Tx,
  { id, ...columns }: Partial<typeof contests.$inferInsert> & { readonly id: ContestId },
): Promise<void> {
  await tx.orm.update(contests).set(columns).where(eq(contests.id, id))
}
