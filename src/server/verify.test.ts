import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newShare } from '#contract/shares.schema.ts'
import { asDay } from '#domain/days.ts'
import { asId, type InteractionId, type PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { applaud } from '#server/features/activities/commands.ts'
import { listActivityRows } from '#server/features/activities/store.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { takeBackReport, undoInteraction } from '#server/features/interactions/commands.ts'
import { adjustPoints } from '#server/features/ledger/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { reviewShare, submitShare } from '#server/features/shares/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import {
  ana,
  ben,
  copyOf,
  derivedPlants,
  live,
  plants,
  reviewPlants,
  undone,
} from '#test/support/planted-violations.ts'
import { linkChecks } from './features/links/verify.ts'
import { verify } from './verify.ts'

const tables = [
  'users',
  'member_directory',
  'posts',
  'interactions',
  'ledger',
  'activities',
  'shares',
  'contests',
  'standings',
  'earned_achievements',
  'monthly_winners',
  'applause',
  'take_backs',
  'appeals',
  'adjustments',
  'checks',
]
let t: TestApp

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  const [first, second] = [await t.member('ana.lima'), await t.member('ben.okafor')]
  await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
  const posts = [await insertPost(t.deps), await insertPost(t.deps)] as const
  const report = (member: TestMember, postId: PostId, interactionType: 'like' | 'share' = 'like') =>
    reportInteraction(t.deps, member, { postId, interactionType })
  t.clock.set('2026-03-10T10:00:00Z')
  await report(first, posts[0], 'like')
  t.clock.set('2026-03-11T10:00:00Z')
  await report(first, posts[0], 'share')
  await report(second, posts[0], 'like')
  t.clock.advance(1_000)
  await report(second, posts[1], 'share')
  t.clock.advance(60_000)
  await undoInteraction(t.deps, second, await newestOf(second))
  const third = await t.member('cara.ito')
  t.clock.set('2026-02-10T10:00:00Z')
  await insertContest(t.deps, { startDate: asDay('2026-02-01'), endDate: asDay('2026-02-28') })
  await report(third, posts[0], 'like')
  t.clock.advance(60_000)
  await undoInteraction(t.deps, third, await newestOf(third))
  await report(third, posts[1], 'share')
  const share = await submitShare(
    t.deps,
    third,
    newShare.parse({ platform: 'twitter', customMessage: 'Look' }),
  )
  const acting = { member: second, ip: '127.0.0.1' }
  await reviewShare(t.deps, acting, { id: share.id, review: { status: 'completed' } })
  await reviewShare(t.deps, acting, { id: share.id, review: { points: 4 } })
  t.clock.set('2026-03-12T10:00:00Z')
  await reviewReports(first, second, posts[1])
  const [line] = await listActivityRows(t.deps.db, { limit: 1, after: null, userId: second.id })
  await applaud(t.deps, { id: line?.id ?? asId(''), memberId: first.id })
  await closeEndedContests(t.deps)
  await t.deps.db.script(
    ['create schema kept', ...tables.map((name) => `create table kept.${name} as table public.${name}`)].join(
      ';',
    ),
  )
})
afterAll(() => t.close())

/** A report of the second member that the first takes back, and a correction by the first. */
async function reviewReports(first: TestMember, second: TestMember, postId: PostId): Promise<void> {
  const acting = { member: first, ip: '127.0.0.1' }
  const { id } = await reportInteraction(t.deps, second, { postId, interactionType: 'comment' })
  t.clock.advance(1_000)
  await takeBackReport(t.deps, acting, { id, reason: 'It is not there' })
  t.clock.advance(1_000)
  await adjustPoints(t.deps, acting, { userId: second.id, amount: 5, reason: 'A prize' })
}

async function newestOf(member: TestMember): Promise<InteractionId> {
  const newest = statement<{ id: InteractionId }>(
    'test_newest',
    'select id from interactions where user_id = $1 order by reported_at desc limit 1',
  )
  const [row] = await t.deps.db.run(newest, [member.id])
  return row?.id ?? asId('')
}

/** Runs SQL behind the back of every trigger and foreign key, as a repair by hand or a broken restore would. */
const plant = (sql: string, andThen = 'select rebuild_boards(), rebuild_figures()') =>
  t.deps.db.script(`begin; set local session_replication_role = replica; ${sql}; ${andThen}; commit`)

const restore = () =>
  plant(
    [
      `truncate ${tables.join(', ')} cascade`,
      ...tables.map((name) => `insert into ${name} select * from kept.${name}`),
    ].join(';'),
  )

async function violations(): Promise<Record<string, readonly string[]>> {
  const findings = await verify(t.deps.db)
  return Object.fromEntries(
    findings.filter((each) => each.violations.length > 0).map((each) => [each.name, each.violations]),
  )
}

describe('verify', () => {
  it('finds nothing after reports and undos, and says what it looked at', async () => {
    const findings = await verify(t.deps.db)
    expect(findings.filter((each) => each.violations.length > 0)).toEqual([])
    // Those of links have their own test.
    const elsewhere = linkChecks.flatMap(({ names }) => names)
    const all = [...Object.values(plants), ...Object.values(reviewPlants), ...Object.values(derivedPlants)]
    const planted = new Set([...all.flatMap(({ named }) => named), ...elsewhere])
    expect(new Set(findings.map(({ name }) => name))).toEqual(planted)
  })

  it('leaves alone a reviewed share whose report was undone', async () => {
    await plant(
      copyOf(
        'shares',
        `interaction_id = ${live}`,
        `jsonb_build_object('interaction_id', ${undone}, 'user_id', ${ben}, 'status', 'approved')`,
      ),
    )
    expect(await violations()).toEqual({})
    await restore()
  })

  it('names the member and both figures', async () => {
    await plant(`update users set total_points = 46 where id = ${ana}`)
    const { 'member totals': lines = [] } = await violations()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^member [\da-f-]{36} has 46 points, .* recomputed 55, /)
    await restore()
  })

  it.each([...Object.entries(plants), ...Object.entries(reviewPlants)])(
    'names %s, and nothing else',
    async (_, { sql, named, undoSql }) => {
      await plant(sql)
      try {
        expect(Object.keys(await violations()).sort()).toEqual([...named].sort())
      } finally {
        await restore()
        if (undoSql) await t.deps.db.script(undoSql)
      }
    },
  )

  it.each(Object.entries(derivedPlants))('names %s, and nothing else', async (_, { sql, named }) => {
    await plant(sql, '')
    try {
      expect(Object.keys(await violations()).sort()).toEqual([...named].sort())
    } finally {
      await restore()
    }
  })

  it('finds nothing once every planted violation is repaired', async () => {
    expect(await violations()).toEqual({})
  })
})
