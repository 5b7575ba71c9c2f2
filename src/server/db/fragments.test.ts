import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contestRules from '#domain/contests.ts'
import { asDay } from '#domain/days.ts'
import { compareScores, type Scored } from '#domain/leaderboard.ts'
import * as shareRules from '#domain/shares.ts'
import * as undoRules from '#domain/undo.ts'
import { reportStates, shareStatuses } from '#domain/vocabulary.ts'
import { freshDatabase } from '#test/support/database.ts'
import { boardOrder, countsFor, heldPoints, isAhead, isKept, isLive, reportState } from './fragments.ts'
import type { Db } from './handle.ts'
import { newId } from './new-id.ts'
import { col, query } from './query.ts'

// Each fragment runs on rows that exist only in the statement, under their table's name. The values come from
// small ranges, so rows are often equal in some or all columns.
let db: Db

beforeAll(async () => {
  db = (await freshDatabase()).db
})
afterAll(() => db.close())

/** Rows of a table as JSON, keyed by column name. A missing column is null. */
type Rows = readonly Readonly<Record<string, string | number | boolean | Date | null>>[]

const rows = col.jsonb<Rows>()
const given = (table: string) =>
  `with ${table} as (select * from jsonb_populate_recordset(null::${table}, $rows) with ordinality)`

const instant = fc.nat({ max: 2 }).map((ms) => new Date(Date.UTC(2026, 2, 11) + ms))
const instantOrNull = fc.option(instant)
const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03').map(asDay)
const listOf = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 12 })

describe('SQL and the domain agree on', () => {
  const listLiveFlags = query({
    name: 'test_fragment_is_live',
    sql: `${given('interactions')} select ${isLive('interactions')} as answer, ${reportState('interactions')} as state
     from interactions order by ordinality`,
    params: { rows },
    row: { answer: col.bool, state: col.word(reportStates) },
  })

  const report = fc.record({ undoneAt: instantOrNull, takenBackAt: instantOrNull })

  it('whether a report is live, and what became of it', async () => {
    await fc.assert(
      fc.asyncProperty(listOf(report), async (reports) => {
        const answers = await listLiveFlags(db, {
          rows: reports.map(({ undoneAt, takenBackAt }) => ({
            undone_at: undoneAt,
            taken_back_at: takenBackAt,
          })),
        })
        expect(answers).toEqual(
          reports.map((each) => ({ answer: undoRules.isLive(each), state: undoRules.reportState(each) })),
        )
      }),
    )
  })

  const contest = fc.record({
    startDate: day,
    endDate: day,
    isActive: fc.boolean(),
    deletedAt: instantOrNull,
  })
  const listCountFlags = query({
    name: 'test_fragment_counts_for',
    sql: `${given('contests')} select ${countsFor('contests', '$day')} as counts, ${isKept('contests')} as kept
     from contests order by ordinality`,
    params: { rows, day: col.day },
    row: { counts: col.bool, kept: col.bool },
  })

  it('which days count for a contest and whether it has standings, deleted contests included', async () => {
    await fc.assert(
      fc.asyncProperty(listOf(contest), day, async (contests, today) => {
        const asked = contests.map(({ startDate, endDate, isActive, deletedAt }) => ({
          start_date: startDate,
          end_date: endDate,
          is_active: isActive,
          deleted_at: deletedAt,
        }))
        expect(await listCountFlags(db, { rows: asked, day: today })).toEqual(
          contests.map((each) => ({
            counts: each.deletedAt === null && contestRules.countsFor(each, today),
            kept: each.deletedAt === null && each.isActive,
          })),
        )
      }),
    )
  })

  const share = fc.record({
    points: fc.nat({ max: 3 }),
    status: fc.constantFrom(...shareStatuses),
    report: fc.option(fc.record({ points: fc.nat({ max: 3 }), isLive: fc.boolean() })),
    dueAt: instantOrNull,
  })
  const listHeldPoints = query({
    name: 'test_fragment_held_points',
    sql: `${given('shares')}, reports as (select * from jsonb_populate_recordset(null::interactions, $reports))
     select ${heldPoints('shares', 'reports')} as answer
     from shares left join reports on reports.id = shares.interaction_id order by ordinality`,
    params: { rows, reports: rows },
    row: { answer: col.int },
  })

  it('how many points are held for a share', async () => {
    await fc.assert(
      fc.asyncProperty(listOf(share), async (shares) => {
        const ids = shares.map(({ report }) => report && newId<'interaction'>())
        const asked = shares.map(({ points, status, dueAt }, nth) => ({
          points,
          status,
          interaction_id: ids[nth] ?? null,
          due_at: dueAt,
        }))
        const reports = shares.flatMap(({ report }, nth) =>
          report
            ? [
                {
                  id: ids[nth] ?? null,
                  points: report.points,
                  undone_at: report.isLive ? null : '2026-03-11',
                },
              ]
            : [],
        )
        const answers = await listHeldPoints(db, { rows: asked, reports })
        const due = shares.map(({ dueAt, ...share }) =>
          shareRules.heldPoints({ ...share, isDue: dueAt !== null }),
        )
        expect(answers.map(({ answer }) => answer)).toEqual(due)
      }),
    )
  })
})

describe.each([
  ['of all members', 'users', 'total_'],
  ['of a contest', 'standings', ''],
] as const)('the leaderboard %s', (_, table, columns) => {
  const small = fc.nat({ max: 2 })
  const score: fc.Arbitrary<Scored> = fc.record({
    totalPoints: small,
    totalShares: small,
    totalEngagements: small,
    reachedAt: instant,
  })
  const rowOf = ({ totalPoints, totalShares, totalEngagements, reachedAt }: Scored) => ({
    [`${columns}points`]: totalPoints,
    [`${columns}shares`]: totalShares,
    [`${columns}engagements`]: totalEngagements,
    reached_at: reachedAt,
  })
  const ranked = query({
    name: `test_fragment_ranks_of_${table}`,
    sql: `${given(table)} select ordinality::int as number,
       rank() over (order by ${boardOrder(table, columns)})::int as rank,
       (1 + (select count(*) from ${table} other where ${isAhead('other', table, columns)}))::int as counted
     from ${table} order by ${boardOrder(table, columns)}, ordinality`,
    params: { rows },
    row: { number: col.int, rank: col.int, counted: col.int },
  })

  it('has members in the order of the domain, and equal ones share a rank', {
    tags: ['inv-11'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(listOf(score), async (scores) => {
        const rankOf = (own: Scored) => 1 + scores.filter((other) => compareScores(other, own) < 0).length
        const numbered = scores.map((each, place) => ({ ...each, number: place + 1 }))
        expect(await ranked(db, { rows: scores.map(rowOf) })).toEqual(
          numbered
            .toSorted(compareScores)
            .map((each) => ({ number: each.number, rank: rankOf(each), counted: rankOf(each) })),
        )
      }),
    )
  })
})
