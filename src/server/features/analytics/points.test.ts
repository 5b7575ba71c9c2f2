import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAnalytics, listPostReach } from '#contract/analytics.schema.ts'
import { type AnalyticsPeriod, analyticsPeriods } from '#contract/analytics.ts'
import { createAppeal } from '#contract/appeals.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { adjustPoints } from '#contract/ledger.schema.ts'
import { decideAppeal, takeBackReport } from '#contract/review.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { addDays, dayOf } from '#domain/days.ts'
import type { PostId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const zone = 'Pacific/Auckland'
const hourMs = 3_600_000
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

let t: TestApp
let admin: TestMember
let moderator: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: {
      perMember: 100_000,
      reportsPerMember: 100_000,
      readyReadsPerMember: 100_000,
      visitsPerAddress: 100_000,
    },
    clock: testClock('2026-01-05T12:30:00Z'),
    environment: { WORKSPACE_TIME_ZONE: zone },
  })
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const kinds = [
  'report',
  'undo',
  'take back',
  'give back',
  'correct',
  'submit',
  'review',
  'click',
  'wait',
  'disable',
] as const
const step = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('report' as const) },
    { weight: 9, arbitrary: fc.constantFrom(...kinds) },
  ),
  pick: fc.nat(99),
  type: fc.constantFrom(...interactionTypes),
  amount: fc.integer({ min: -40, max: 60 }).filter((amount) => amount !== 0),
  status: fc.constantFrom('completed' as const, 'rejected' as const, 'approved' as const),
  hours: fc.constantFrom(1, 20, 30, 24 * 6),
})
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never

it('the points by source add up to the ledger of the period, whatever happened', {
  tags: ['admin-analytics-sources', 'admin-analytics-held', 'admin-analytics-reach-figures'],
  timeout: 120_000,
}, async () => {
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      const stage = await newStage()
      for (const each of steps) if (await play(stage, each)) met.add(each.kind)
      t.deps.cache.forgetAll()
      for (const days of analyticsPeriods) expect(await shown(days)).toEqual(await recounted(days))
      expect(await reach()).toEqual(await recountedReach())
    }),
    // What a story leaves is there for the next one, so that a shorter story would not be the same.
    { numRuns: 10, endOnFailure: true },
  )
  expect([...met].sort()).toEqual([...kinds].sort())
})

interface Report {
  readonly id: string
  readonly as: TestMember
}
interface Stage {
  readonly members: readonly TestMember[]
  readonly posts: readonly PostId[]
  readonly reports: Report[]
  readonly taken: Report[]
}

/** Reviewers with new sessions, because theirs end while time passes. */
async function changeReviewers(): Promise<void> {
  admin = await t.member(`cara.${newId()}`, 'admin')
  moderator = await t.member(`mo.${newId()}`, 'moderator')
}

/** Members and posts of their own for each story; what earlier ones left stays. */
async function newStage(): Promise<Stage> {
  await changeReviewers()
  const members = await Promise.all(['ana', 'ben', 'chi'].map((name) => t.member(`${name}.${newId()}`)))
  const address = () => `https://www.linkedin.com/posts/${newId()}`
  const posts = [
    await insertPost(t.deps, { postUrl: address() }),
    await insertPost(t.deps, { postUrl: address(), platform: 'tiktok' }),
    await insertPost(t.deps, { postUrl: address() }),
  ]
  return { members, posts, reports: [], taken: [] }
}

/** Does one thing, and says whether it was accepted. */
async function play(stage: Stage, drawn: Step): Promise<boolean> {
  const { kind, pick, amount, hours, status } = drawn
  const as = present(stage.members[pick % 3])
  const postId = present(stage.posts[(pick >> 2) % 3])
  switch (kind) {
    case 'report':
      return report(stage, as, { postId, interactionType: drawn.type })
    case 'undo': {
      const last = stage.reports.at(-1)
      if (!last) return false
      return (await t.call(undoInteraction, { as: last.as, params: { id: last.id } })).status === 200
    }
    case 'take back':
      return takeBack(stage, pick)
    case 'give back':
      return giveBack(stage)
    case 'correct': {
      const body = { userId: as.id, amount, reason: 'Counted wrongly' }
      return (await t.call(adjustPoints, { as: admin, body })).status === 200
    }
    case 'submit': {
      const body = { platform: 'linkedin', customMessage: `Look ${newId()}` }
      return (await t.call(submitShare, { as, body })).status === 200
    }
    case 'review':
      return review(pick, { status, points: amount > 30 ? amount : undefined })
    case 'click':
      return click(as, postId, pick)
    case 'wait':
      t.clock.advance(hours * hourMs)
      await changeReviewers()
      return true
    case 'disable':
      if (pick % 3 > 0) return false
      await disableMember(t.deps, as.id)
      return true
  }
}

async function report(
  stage: Stage,
  as: TestMember,
  body: { postId: PostId; interactionType: string },
): Promise<boolean> {
  const reply = await t.call(reportInteraction, { as, body })
  if (reply.status === 200) stage.reports.push({ id: reply.answer.id, as })
  return reply.status === 200
}

async function takeBack(stage: Stage, pick: number): Promise<boolean> {
  const chosen = stage.reports[pick % Math.max(stage.reports.length, 1)]
  if (!chosen) return false
  const body = { reason: 'We could not find it' }
  const { status } = await t.call(takeBackReport, { as: moderator, params: { id: chosen.id }, body })
  if (status === 200) stage.taken.push(chosen)
  return status === 200
}

async function giveBack(stage: Stage): Promise<boolean> {
  const last = stage.taken.pop()
  if (!last) return false
  const body = { interactionId: last.id, text: 'It is there' }
  const appeal = await t.call(createAppeal, { as: last.as, body })
  if (appeal.status !== 200) return false
  const params = { id: appeal.answer.data.id }
  const decision = { decision: 'given_back', reason: 'Found it' }
  return (await t.call(decideAppeal, { as: admin, params, body: decision })).status === 200
}

async function review(
  pick: number,
  change: { status: string; points?: number | undefined },
): Promise<boolean> {
  const all = (await t.call(listShares, { as: admin })).answer.data
  const share = all[pick % Math.min(Math.max(all.length, 1), 6)]
  if (!share) return false
  const body = { ...change, ...(change.status === 'rejected' && { reason: 'Not ours' }) }
  return (await t.call(reviewShare, { as: admin, params: { id: share.id }, body })).status === 200
}

async function click(owner: TestMember, postId: PostId, visitor: number): Promise<boolean> {
  const before = await countClicks()
  await t.app.inject({
    method: 'GET',
    url: `/go/${owner.id.slice(-10)}?p=${postId}`,
    headers: { 'user-agent': browser },
    remoteAddress: `203.0.${visitor % 5}.1`,
  })
  return (await countClicks()) > before
}

const countClicks = async () =>
  (await sql<{ clicks: number }>('select count(*)::int as clicks from link_clicks'))[0]?.clicks ?? 0

async function sql<Row>(text: string, ...values: string[]): Promise<Row[]> {
  return t.deps.db.run(statement<Row>('', text), values)
}

async function shown(days: AnalyticsPeriod) {
  const { period, userActivity, totalPoints } = (await t.call(getAnalytics, { as: admin, query: { days } }))
    .answer.data
  const total = Object.values(period.current.points).reduce((sum, points) => sum + points, 0)
  const ofDays = period.pointsPerDay.reduce((sum, { points }) => sum + points, 0)
  return { ...period.current.points, total, ofDays, held: userActivity.points, worth: totalPoints }
}

/** The same from the ledger: what an entry is for says where it belongs. */
async function recounted(days: AnalyticsPeriod) {
  const today = dayOf(t.clock.now(), zone)
  const [sums] = await sql<Record<string, number>>(
    `with entries as (select * from ledger where day between $1::date and $2::date),
       named as (select amount, subject_id in (select id from interactions) as told,
         subject_id in (select id from earned_achievements) as earned, subject_id in (select id from link_clicks) as clicked,
         subject_id in (select id from adjustments) as corrected from entries)
     select coalesce(sum(amount) filter (where told), 0)::float8 as reports,
       coalesce(sum(amount) filter (where earned), 0)::float8 as achievements,
       coalesce(sum(amount) filter (where clicked), 0)::float8 as clicks,
       coalesce(sum(amount) filter (where corrected), 0)::float8 as corrections,
       coalesce(sum(amount) filter (where not (told or earned or clicked or corrected)), 0)::float8 as shares,
       coalesce(sum(amount), 0)::float8 as total, coalesce(sum(amount), 0)::float8 as "ofDays",
       (select coalesce(sum(amount), 0)::float8 from shares s join ledger l on l.subject_id in (s.id, s.interaction_id)) as held,
       (select coalesce(sum(points), 0)::float8 from shares) as worth
     from named`,
    addDays(today, 1 - days),
    today,
  )
  return sums
}

async function reach() {
  const pages = [1, 2].map((page) => t.call(listPostReach, { as: admin, query: { days: 90, page } }))
  return (await Promise.all(pages))
    .flatMap(({ answer }) => answer.data)
    .map(({ id, members, clicks, people, points }) => ({ id, members, clicks, people, points }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

async function recountedReach() {
  const first = addDays(dayOf(t.clock.now(), zone), -89)
  return sql(
    `select p.id,
       (select count(distinct user_id)::int from interactions i where i.post_id = p.id and undone_at is null
         and taken_back_at is null and user_id in (select id from users where disabled_at is null)) as members,
       (select count(*)::int from link_clicks c where c.post_id = p.id) as clicks,
       (select count(distinct visitor)::int from link_clicks c where c.post_id = p.id) as people,
       (select coalesce(sum(amount), 0)::float8 from ledger where subject_id in (
         select id from interactions i where i.post_id = p.id union all
         select s.id from shares s join interactions i on i.id = s.interaction_id where i.post_id = p.id union all
         select id from link_clicks c where c.post_id = p.id)) as points
     from posts p where (original_post_date at time zone '${zone}')::date >= $1::date order by p.id`,
    first,
  )
}
