import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import { asId, type ContestId, type UserId } from '#domain/ids.ts'
import { compareScores, type Scored } from '#domain/leaderboard.ts'
import { keepFolded } from '#server/db/folding.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { col, query } from '#server/db/query.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { insertContest } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { boardFolding } from './commands.ts'
import { type Board, findEntry, foldMoves, getAround, listBoard, teamBoard } from './store.ts'

const crowd = 60
let t: TestApp
let contestId: ContestId
const ids: UserId[] = []

const insertCrowd = query({
  name: 'test_insert_crowd',
  sql: `insert into users (id, username, display_name, tracking_code, reached_at, created_at)
   select id, 'member.' || nth, 'Member ' || nth, 'code-' || nth, '2026-03-11', '2026-03-11'
   from unnest($ids) with ordinality as each (id, nth)`,
  params: { ids: col.ids<'user'>() },
})

interface Score extends Scored {
  readonly isDisabled: boolean
}
interface Change extends Score {
  readonly nth: number
}
type Rows = readonly (Omit<Change, 'reachedAt'> & { readonly id: UserId; readonly reachedAt: Date })[]
const shaped = `jsonb_to_recordset($rows) as new (id uuid, "totalPoints" int, "totalShares" int, "totalEngagements" int,
  "reachedAt" timestamptz, "isDisabled" boolean)`
const setTotals = query({
  name: 'test_set_totals',
  sql: `update users set total_points = new."totalPoints", total_shares = new."totalShares",
     total_engagements = new."totalEngagements", reached_at = new."reachedAt",
     disabled_at = case when new."isDisabled" then timestamptz '2026-03-12' end
   from ${shaped} where users.id = new.id`,
  params: { rows: col.jsonb<Rows>() },
})
const setDisabled = query({
  name: 'test_set_disabled',
  sql: `update users set disabled_at = case when new."isDisabled" then timestamptz '2026-03-12' end
   from ${shaped} where users.id = new.id`,
  params: { rows: col.jsonb<Rows>() },
})
const setStandings = query({
  name: 'test_set_standings',
  sql: `insert into standings select $contestId, id, "totalPoints", "totalShares", "totalEngagements", "reachedAt"
   from ${shaped} on conflict (contest_id, user_id) do update set points = excluded.points, shares = excluded.shares,
     engagements = excluded.engagements, reached_at = excluded.reached_at`,
  params: { rows: col.jsonb<Rows>(), contestId: col.id<'contest'>() },
})

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  ids.push(...Array.from({ length: crowd }, () => newId<'user'>()).sort())
  await asFixture(() => insertCrowd(t.deps.db, { ids }))
  contestId = await insertContest(t.deps, { startDate: asDay('2030-01-01'), endDate: asDay('2030-01-31') })
})
afterAll(() => t.close())

// Small ranges make many ties, and points on both sides of the borders between buckets.
const score = fc.record({
  totalPoints: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom(63, 64, 65, 4_095, 4_096, 300_000)),
  totalShares: fc.nat({ max: 1 }),
  totalEngagements: fc.nat({ max: 1 }),
  reachedAt: fc.nat({ max: 1 }).map((hour) => new Date(Date.UTC(2026, 2, 11, hour))),
  isDisabled: fc.nat({ max: 9 }).map((draw) => draw === 0),
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.record({ nth: fc.nat({ max: crowd - 1 }), score }), { maxLength: 25 }),
  },
  { weight: 1, arbitrary: fc.constant('fold' as const) },
)

describe.each(['the team board', 'the board of a contest'])('%s', (name) => {
  const board = (): Board => (name === 'the team board' ? teamBoard : asId(contestId))
  const held = new Map<UserId, Score>()

  beforeEach(async () => {
    held.clear()
    await t.deps.db.run(statement('test_no_standings', 'delete from standings'), [])
    await t.deps.db.run(
      statement('test_no_totals', 'update users set total_points = 0, disabled_at = null'),
      [],
    )
  })

  const apply = async (changes: readonly { readonly nth: number; readonly score: Score }[]) => {
    const latest = new Map(changes.map(({ nth, score: set }) => [ids[nth] as UserId, set]))
    for (const [id, set] of latest) held.set(id, set)
    const rows = Array.from(latest, ([id, set]) => ({ id, nth: 0, ...set }))
    await asFixture(async () => {
      if (name === 'the team board') return setTotals(t.deps.db, { rows })
      await setDisabled(t.deps.db, { rows })
      return setStandings(t.deps.db, { rows, contestId })
    })
  }
  const expected = () => {
    const listed = [...held]
      .filter(([, { totalPoints, isDisabled }]) => totalPoints > 0 && !isDisabled)
      .sort(([a, one], [b, other]) => compareScores(one, other) || (a < b ? -1 : 1))
    return listed.map(([id, own]) => ({
      id,
      points: own.totalPoints,
      rank: 1 + listed.filter(([, other]) => compareScores(other, own) < 0).length,
    }))
  }
  const seen = ({ id, rank, totalPoints: points }: { id: UserId; rank: number; totalPoints: number }) => ({
    id,
    points,
    rank,
  })

  it('ranks everybody as the whole list would, on every page and beside every member, folded or not', {
    tags: ['leaderboard-flat', 'inv-11'],
    timeout: 120_000,
  }, async () => {
    const { db } = t.deps
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), fc.nat(), async (steps, draw) => {
        for (const each of steps) await (each === 'fold' ? foldMoves(db) : apply(each))
        const list = expected()
        const first = await listBoard(db, board(), { limit: 100, offset: 0 })
        expect([first.total, first.data.map(seen)]).toEqual([list.length, list])
        const offset = draw % (list.length + 2)
        const page = await listBoard(db, board(), { limit: 5, offset })
        expect([page.total, page.data.map(seen)]).toEqual([list.length, list.slice(offset, offset + 5)])
        const id = ids[draw % crowd] as UserId
        const place = list.findIndex((row) => row.id === id)
        const own = await findEntry.first(db, { boardId: board(), userId: id })
        expect(own && seen(own)).toEqual(list[place] ?? null)
        const around = await getAround(db, board(), id)
        const at = place < 0 ? list.length : place
        expect(around.above.map(seen)).toEqual(list.slice(Math.max(0, at - 2), at))
        expect(around.below.map(seen)).toEqual(place < 0 ? [] : list.slice(at + 1, at + 3))
        expect(
          (await verify(db)).filter(
            ({ name: check, violations }) => check.includes('board') && violations.length > 0,
          ),
        ).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

it('counts a large board in blocks, which are divided as they grow', {
  tags: ['leaderboard-flat'],
}, async () => {
  const { db } = t.deps
  await db.run(statement('test_no_totals_again', 'update users set total_points = 0, disabled_at = null'), [])
  for (const portion of [1, 2, 3]) {
    await db.run(
      statement(
        'test_many_members',
        `insert into users (id, username, display_name, tracking_code, total_points, reached_at, created_at)
         select gen_random_uuid(), 'many.' || $1 || '.' || n, 'Many', 'many-' || $1 || '-' || n, 1 + (n * 7919) % 900,
           '2026-03-11', '2026-03-11' from generate_series(1, 900) n`,
      ),
      [portion],
    )
    if (portion < 3) await foldMoves(db)
  }
  const [wrong] = await db.run(
    statement<{ blocks: number; wrong: number }>(
      'test_wrong_ranks',
      `select (select count(*)::int from board_blocks where entries > 0) as blocks, count(*)::int as wrong
       from (select board_id, key, rank() over (order by points desc) as rank from board_entries
         where board_id = '${teamBoard}') ranked
       where rank <> 1 + board_position(board_id, substr(key, 1, 32))`,
    ),
    [],
  )
  expect(wrong?.wrong).toBe(0)
  expect(wrong?.blocks).toBeGreaterThan(2)
  const page = await listBoard(db, teamBoard, { limit: 3, offset: 1_234 })
  expect(page.data.map(({ rank }) => rank)).toEqual([1_234, 1_234, 1_237])
  const findings = await verify(db)
  expect(
    findings.filter((each) => each.name.includes('board')).flatMap(({ violations }) => violations),
  ).toEqual([])
})

it('folds after many bookings, and soon after few', async () => {
  const { deps } = t
  const end = keepFolded(deps, boardFolding)
  const waiting = statement<{ moves: number }>('test_moves', 'select count(*)::int as moves from board_moves')
  const moves = async () => (await deps.db.run(waiting, []))[0]?.moves
  await deps.db.run(
    statement('test_one_point', 'update users set total_points = 1 where disabled_at is null'),
    [],
  )
  expect(await moves()).toBeGreaterThan(0)
  for (let nth = 0; nth < 400; nth++)
    await deps.db.transaction(async (tx) => tx.announce({ topics: ['totals'] }))
  await expect.poll(moves).toBe(0)
  end()
})
