import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { ChampionTeam } from '#contract/contests.ts'
import { type ContestId, nilId, type StandingsId } from '#domain/ids.ts'
import { isKept, isWithin } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { contests } from '#server/db/schema/contests.ts'

const shownColumns = {
  id: contests.id,
  title: contests.title,
  description: contests.description,
  startDate: contests.startDate,
  endDate: contests.endDate,
  prize: contests.prize,
  isActive: contests.isActive,
  isBetweenTeams: contests.isBetweenTeams,
  createdAt: contests.createdAt,
}

/** Whether members can look at a contest. A deleted one has standings only where it has a champion. */
function isShown(rows: string): string {
  return `(${rows}.deleted_at is null or exists (select from standings kept where kept.contest_id = ${rows}.standings_id))`
}

/** Whether new standings of a contest are being built. */
function isBuilding(rows: string): string {
  return `exists (select from standings_builds building where building.contest_id = ${rows}.id)`
}

const ofContest = { contestId: col.id<'contest'>() }
const boardOfContest = '(select standings_id from contests where id = $contestId)'

/** A disabled member does not take part, but the sums keep what they earned. */
export const getContestTotals = query({
  name: 'sum_standings',
  sql: `with sums as (
     select board_id, members, participants, points, shares from board_totals
     where board_id in (${boardOfContest}, '${nilId}')
     union all
     select board_id, members, participants, points, shares from board_moves
     where board_id in (${boardOfContest}, '${nilId}')
   )
   select coalesce(sum(participants) filter (where board_id <> '${nilId}'), 0)::int as "totalParticipants",
     coalesce(sum(shares) filter (where board_id <> '${nilId}'), 0)::int as "totalShares",
     coalesce(sum(points) filter (where board_id <> '${nilId}'), 0)::int as "totalPoints",
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
     from contests c join board_entries s on s.board_id = c.standings_id
     where c.id = $contestId and ${isKept('c')} and end_date = $endDate and not ${isBuilding('c')}
     order by s.key limit 1
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
     select u.id, u.username, u.display_name, u.avatar, row_number() over (order by s.key) as place
     from (select * from board_entries s where board_id = ${boardOfContest} ${wanted}) s join users u on u.id = s.user_id
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
  sql: raceOf('order by key limit $limit'),
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
   from board_entries s join users u on u.id = s.user_id where s.board_id = ${boardOfContest} order by s.key limit 1`,
  params: ofContest,
  row: { displayName: col.text, points: col.int },
})

/**
 * Every recorded winner with their current name and avatar, newest month first. The columns of a contest whose
 * standings are gone are null.
 */
export const listWinners = query({
  name: 'list_monthly_winners',
  sql: `select w.id, user_id as "userId", year, month, w.points as "totalPoints", shares as "totalShares",
     engagements as "totalEngagements", username, display_name as "displayName", avatar, c.id as "contestId",
     c.title, c.prize, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'color', t.color,
       'totalPoints', best.points, 'activeMembers', best.active) end as "championTeam"
   from monthly_winners w join users u on u.id = user_id
     left join team_standings best on best.contest_id = w.contest_id and best.is_champion
     left join teams t on t.id = best.team_id
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
    championTeam: col.nullable(col.json<Omit<ChampionTeam, 'average'>>()),
  },
})

/** Whether a contest has a winner; then its standings are final. */
export const findWinnerOf = query({
  name: 'find_winner_of',
  sql: 'select id from monthly_winners where contest_id = $contestId',
  params: ofContest,
  row: { id: col.id<'monthlyWinner'>() },
})

/** Active contests that ended before `today` and have no winner yet, oldest first; none that is about to move. */
export const listContestsWithoutWinner = query({
  name: 'list_contests_without_winner',
  sql: `select id, title, description, start_date::text as "startDate", end_date::text as "endDate", prize,
     is_active as "isActive", is_between_teams as "isBetweenTeams", created_at as "createdAt"
   from contests c where ${isKept('c')} and end_date < $today and not ${isBuilding('c')}
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
    isBetweenTeams: col.bool,
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

/** Under which id the standings of a shown contest stand at this moment; null if there is no such contest. */
export async function findStandingsId(db: Db | Tx, id: ContestId): Promise<StandingsId | null> {
  const wanted = and(eq(contests.id, id), sql.raw(isShown('contests')))
  const [row] = await db.orm.select({ standingsId: contests.standingsId }).from(contests).where(wanted)
  return row?.standingsId ?? null
}

/** A contest, deleted or not. */
export async function getContestRow(db: Db | Tx, id: ContestId): Promise<ContestRow> {
  const [row] = await db.orm.select(shownColumns).from(contests).where(eq(contests.id, id))
  if (!row) throw new Error('A contest that was saved is gone')
  return row
}

/** A contest, deleted or not, locked until the transaction ends. */
export async function findContest(tx: Tx, id: ContestId) {
  const columns = { ...shownColumns, deletedAt: contests.deletedAt }
  const rows = await tx.orm.select(columns).from(contests).where(eq(contests.id, id)).for('update')
  return rows[0] ?? null
}

/** Another active contest whose dates overlap these, or one that is about to get such dates. */
export const findOverlap = query({
  name: 'find_contest_overlap',
  sql: `select title, start_date::text as "startDate", end_date::text as "endDate" from (
     select c.id, title, c.start_date, c.end_date from contests c where ${isKept('c')}
     union all
     select c.id, title, b.start_date, b.end_date from standings_builds b join contests c on c.id = b.contest_id
   ) taken where id <> $id and start_date <= $endDate and end_date >= $startDate order by start_date limit 1`,
  params: { id: col.id<'contest'>(), startDate: col.day, endDate: col.day },
  row: { title: col.text, startDate: col.day, endDate: col.day },
})

/** Serialises all changes of contests, so that none misses the dates of another. No report takes this lock. */
export const lockContests = query({ name: 'lock_contests', sql: advisoryLock('contests') })

export async function insertContestRow(tx: Tx, row: typeof contests.$inferInsert): Promise<void> {
  await tx.orm.insert(contests).values(row)
}

/** Updates the given columns. Setting `deletedAt` hides the contest and keeps its winner; null shows it again. */
export async function updateContestRow(
  tx: Tx,
  { id, ...columns }: Partial<typeof contests.$inferInsert> & { readonly id: ContestId },
): Promise<void> {
  await tx.orm.update(contests).set(columns).where(eq(contests.id, id))
}

/** Begins to build new standings for a contest. */
export const insertBuild = query({
  name: 'insert_standings_build',
  sql: `insert into standings_builds (id, contest_id, start_date, end_date, members_in_all, created_at)
   values ($id, $contestId, $startDate, $endDate, (select count(*) from users), $now)`,
  params: { id: col.id<'standings'>(), ...ofContest, startDate: col.day, endDate: col.day, now: col.instant },
})

const buildColumns = `b.id, b.contest_id as "contestId", b.start_date::text as "startDate", b.end_date::text as "endDate",
  b.done_up_to as "doneUpTo", b.members_done as "membersDone", b.members_in_all as "membersInAll"`
const buildRow = {
  id: col.id<'standings'>(),
  contestId: col.id<'contest'>(),
  startDate: col.day,
  endDate: col.day,
  doneUpTo: col.nullable(col.id<'user'>()),
  membersDone: col.int,
  membersInAll: col.int,
}

/** All standings that are being built, in the order in which they were asked for. */
export const listBuilds = query({
  name: 'list_standings_builds',
  sql: `select ${buildColumns} from standings_builds b order by created_at, id`,
  row: buildRow,
})
export type BuildRow = RowOf<typeof listBuilds>

export const findBuildOf = query({
  name: 'find_standings_build_of',
  sql: `select ${buildColumns} from standings_builds b where contest_id = $contestId`,
  params: ofContest,
  row: buildRow,
})

export const getBuild = query({
  name: 'get_standings_build',
  sql: `select ${buildColumns} from standings_builds b where id = $id`,
  params: { id: col.id<'standings'>() },
  row: buildRow,
})

/**
 * Transactions that write points at this moment; with `among` those of them. One of them may have looked for builds
 * before the latest one was there. A statement takes this lock before it looks at any row.
 */
export const listPointWrites = query({
  name: 'list_point_writes',
  sql: `select distinct virtualtransaction as id from pg_locks
   where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
     and database = (select oid from pg_database where datname = current_database())
     and relation in ('ledger'::regclass, 'standings'::regclass)
     and ($among is null or virtualtransaction = any($among))`,
  params: { among: col.nullable(col.texts) },
  row: { id: col.text },
})

/**
 * Works out the lines of the next members, whatever the build has for them, and locks them and the build until the
 * transaction ends. Every write of points locks its member first: so a line has what was booked before, and gets what is
 * booked later. Returns how many members they were: none when all are done, null when the build is over.
 */
export const buildLines = query({
  name: 'build_standings',
  sql: 'select build_standings($id, $portion) as members',
  params: { id: col.id<'standings'>(), portion: col.int },
  row: { members: col.nullable(col.int) },
})

export const deleteBuild = query({
  name: 'delete_standings_build',
  sql: 'delete from standings_builds where id = $id',
  params: { id: col.id<'standings'>() },
})

/** Ids under which standings are stored that belong to no contest and no build any more. */
export const listUnusedStandings = query({
  name: 'list_unused_standings',
  sql: `with recursive held as (
     (select contest_id as id from standings order by contest_id limit 1)
     union all
     select (select contest_id from standings where contest_id > held.id order by contest_id limit 1)
     from held where held.id is not null
   )
   select id from held where id is not null and not exists (select from contests where standings_id = held.id)
     and not exists (select from standings_builds where standings_builds.id = held.id)`,
  row: { id: col.id<'standings'>() },
})

/** Deletes some lines of unused standings, and with the last one their board. */
export const deleteUnusedLines = query({
  name: 'drop_standings',
  sql: 'select drop_standings($id, $portion) as dropped',
  params: { id: col.id<'standings'>(), portion: col.int },
  row: { dropped: col.int },
})
