import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type Day } from '#domain/days.ts'
import { interactionTypes, type Platform } from '#domain/vocabulary.ts'
import { statement } from '#server/db/handle.ts'
import { contests } from '#server/db/schema.ts'
import { verify } from '#server/db/verify.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { reportInteraction, undoInteraction } from '#server/features/interactions/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type ModelRule, type Outcome, ReportingModel } from './reporting-model.ts'

const runs = Number(process.env.OVATION_MODEL_RUNS ?? 200)
const replay = {
  ...(process.env.OVATION_MODEL_SEED && { seed: Number(process.env.OVATION_MODEL_SEED) }),
  ...(process.env.OVATION_MODEL_PATH && { path: process.env.OVATION_MODEL_PATH }),
}
const mostSteps = 30
const timeLimitMs = 20_000 + runs * 2_000

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const zones = ['Pacific/Auckland', 'America/New_York', 'Europe/Berlin', 'UTC']
/** Around both changes of the clocks in several zones, a leap day, the end of a year and of a month. */
const starts = [
  '2026-03-08T06:58:00Z',
  '2026-03-29T00:58:00Z',
  '2026-09-26T11:58:00Z',
  '2026-10-25T00:30:00Z',
  '2028-02-28T12:00:00Z',
  '2026-12-31T22:58:00Z',
  '2026-04-30T23:57:30Z',
]
const platforms: readonly Platform[] = ['linkedin', 'twitter', 'tiktok']
const names = ['ana.lima', 'ben.okafor', 'cara.ito']

type Step =
  | { do: 'report'; member: number; post: number; type: (typeof interactionTypes)[number] }
  | { do: 'report a day later'; member: number; post: number; type: (typeof interactionTypes)[number] }
  | { do: 'report for another'; member: number; post: number }
  | { do: 'undo'; back: number; asOwner: boolean }
  | { do: 'move the clock'; ms: number }
  | { do: 'add a rule'; rule: Omit<ModelRule, 'createdAtMs' | 'isActive'> }
  | { do: 'switch a rule'; nth: number }

const member = fc.nat({ max: names.length - 1 })
const type = fc.constantFrom(...interactionTypes)
const post = fc.nat({ max: platforms.length - 1 })
const noSuchPost = platforms.length
const moves = [
  ...[minuteMs, 5 * minuteMs, 5 * minuteMs + 1, hourMs, 23 * hourMs, dayMs, 2 * dayMs, 30 * dayMs],
  ...[-minuteMs, -hourMs, -dayMs, -3 * dayMs],
]
const rule = fc.record({
  type,
  platform: fc.constantFrom(null, ...platforms),
  context: fc.constantFrom(null, 'honor_system', 'verified'),
  value: fc.nat({ max: 50 }),
  multiplier: fc.constantFrom(100, 150, 33, 1),
  bonusType: fc.constantFrom(null, 'streak', 'streak', 'custom_message'),
  bonusValue: fc.constantFrom(null, 7, 10),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      member,
      post: fc.oneof({ weight: 12, arbitrary: post }, { weight: 1, arbitrary: fc.constant(noSuchPost) }),
      type,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('report a day later' as const), member, post, type }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('report for another' as const), member, post }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      back: fc.nat({ max: 3 }),
      asOwner: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move the clock' as const), ms: fc.constantFrom(...moves) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add a rule' as const), rule }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('switch a rule' as const), nth: fc.nat({ max: 5 }) }),
  },
)
const scenario = fc.record({
  timeZone: fc.constantFrom(...zones),
  start: fc.constantFrom(...starts),
  rules: fc.array(rule, { maxLength: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: mostSteps, size: 'max' }),
})

let t: TestApp
let members: TestMember[]
let posts: string[]
const seen = new Map<string, number>()

beforeAll(async () => {
  t = await startTestApp()
  members = await Promise.all(names.map((name) => t.member(name)))
  posts = await Promise.all(platforms.map((platform) => insertPost(t.deps, { platform })))
})
afterAll(() => t.close())

it(
  `agrees with a plain model after every step of ${runs} random stories`,
  async () => {
    const property = fc.asyncProperty(scenario, async ({ timeZone, start, rules, steps }) => {
      const story = await begin(timeZone, start)
      for (const each of rules) await addRule(story, each)
      for (const each of steps) {
        await take(story, each)
        await compare(story)
      }
    })
    const details = await fc.check(property, { numRuns: runs, ...replay })
    if (details.failed) {
      const again = `OVATION_MODEL_SEED=${details.seed} OVATION_MODEL_PATH=${details.counterexamplePath}`
      throw new Error(`${await fc.asyncDefaultReportMessage(details)}\n\nThe same again: ${again}`, {
        cause: details.errorInstance,
      })
    }
    console.log(
      `${details.numRuns} stories on ${t.deps.db.engine}: ${[...seen].map(([what, n]) => `${n} × ${what}`).join(', ')}`,
    )
    if (runs >= 200 && !('path' in replay)) assertNothingMissing()
  },
  timeLimitMs,
)

/** A test that never got to an outcome has said nothing about it. */
function assertNothingMissing(): void {
  const wanted = [
    ...['report: done', 'report: conflict', 'report: unknown', 'report for another: not-allowed'],
    ...['undo: done', 'undo: conflict', 'undo: not-allowed', 'undo: gone'],
    ...['streak bonus', 'report behind the last day', 'undo on another day', 'points in the second contest'],
  ]
  expect(wanted.filter((what) => !seen.has(what))).toEqual([])
}

interface Story {
  readonly deps: Deps
  readonly model: ReportingModel
  readonly contests: readonly { id: string; startDate: Day; endDate: Day; isCounted: boolean }[]
  /** Where the model's reports are in the database, by the same index. */
  readonly reportIds: string[]
  readonly ruleIds: string[]
}

async function begin(timeZone: string, start: string): Promise<Story> {
  // The ledger's triggers stay out of this only for the emptying.
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, shares, standings, contests, points_configurations;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0,
      longest_streak = 0, streak_last_day = null;
    commit`)
  t.clock.set(start)
  const model = new ReportingModel(timeZone, platforms)
  const story: Story = {
    deps: { ...t.deps, config: { ...t.deps.config, timeZone } },
    model,
    contests: await insertContests(model.dayAt(Date.parse(start))),
    reportIds: [],
    ruleIds: [],
  }
  for (const [type, value] of [
    ['like', 15],
    ['comment', 20],
    ['share', 30],
  ] as const) {
    const usual = {
      platform: null,
      context: 'honor_system',
      multiplier: 100,
      bonusType: 'streak',
      bonusValue: 5,
    }
    await addRule(story, { type, value, ...usual })
  }
  return story
}

async function insertContests(today: Day): Promise<Story['contests']> {
  const windows = [
    { startDate: addDays(today, -2), endDate: today, isCounted: true },
    { startDate: addDays(today, 1), endDate: addDays(today, 3), isCounted: true },
    { startDate: addDays(today, 1), endDate: addDays(today, 40), isCounted: true },
    { startDate: addDays(today, -30), endDate: addDays(today, 30), isCounted: false },
  ].map((window) => ({ id: uuidv7(), ...window }))
  const createdAt = t.clock.now()
  const rows = windows.map(({ isCounted, ...row }) => ({
    ...row,
    title: 'Contest',
    isActive: isCounted,
    createdAt,
  }))
  await t.deps.db.orm.insert(contests).values(rows)
  return windows
}

async function take(story: Story, each: Step): Promise<void> {
  if (each.do === 'report') return takeReport(story, each)
  if (each.do === 'undo') return takeUndo(story, each)
  if (each.do === 'add a rule') return addRule(story, each.rule)
  if (each.do === 'switch a rule') return switchRule(story, each.nth)
  if (each.do === 'move the clock') return t.clock.advance(each.ms)
  if (each.do === 'report a day later') {
    t.clock.advance(dayMs)
    return takeReport(story, { ...each, do: 'report' })
  }
  const other = members[(each.member + 1) % members.length]?.id
  const report = { postId: posts[each.post] ?? uuidv7(), interactionType: 'like', userId: other } as const
  const outcome = await outcomeOf(() => reportInteraction(story.deps, memberAt(each.member), report))
  count(`report for another: ${outcome}`)
  expect(outcome).toBe('not-allowed')
}

async function takeReport(story: Story, { member, post, type }: Step & { do: 'report' }): Promise<void> {
  const { deps, model } = story
  const atMs = t.clock.now().getTime()
  const streakBefore = model.streak(member)
  const expected = model.report(member, post, { type, atMs })
  const report = { postId: posts[post] ?? uuidv7(), interactionType: type }
  let points: number | undefined
  const outcome = await outcomeOf(async () => {
    points = (await reportInteraction(deps, memberAt(member), report)).points
  })
  expect(outcome, 'outcome of the report').toBe(expected)
  count(`report: ${outcome}`)
  if (outcome !== 'done') return
  const made = model.reports.at(-1)
  expect(points, 'points of the report').toBe(made?.points)
  if (model.streak(member).current >= 3) count('streak bonus')
  if (made && made.day < (streakBefore.lastDay ?? '')) count('report behind the last day')
  const [row] = await deps.db.run(findLive, [memberAt(member).id, report.postId, type])
  story.reportIds.push(row?.id ?? '')
}

async function takeUndo(story: Story, { back, asOwner }: Step & { do: 'undo' }): Promise<void> {
  const { deps, model, reportIds } = story
  const report = model.reports.at(-1 - back)
  const id = reportIds.at(-1 - back)
  if (!report || id === undefined) {
    const outcome = await outcomeOf(() => undoInteraction(deps, memberAt(0), uuidv7()))
    return expect(outcome).toBe('unknown')
  }
  const member = (report.member + (asOwner ? 0 : 1)) % members.length
  const now = t.clock.now()
  const expected = model.undo(member, report, now.getTime())
  const outcome = await outcomeOf(() => undoInteraction(deps, memberAt(member), id))
  expect(outcome, 'outcome of the undo').toBe(expected)
  count(`undo: ${outcome}`)
  if (outcome === 'done' && model.dayAt(now.getTime()) !== report.day) count('undo on another day')
}

const findLive = statement<{ id: string }>(
  'test_find_live',
  'select id from interactions where user_id = $1 and post_id = $2 and type = $3 and undone_at is null',
)
const insertRule = statement(
  'test_insert_rule',
  `insert into points_configurations
     (id, action_type, platform, context, point_value, multiplier, bonus_type, bonus_value, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz)`,
)
const setRule = statement('test_set_rule', 'update points_configurations set is_active = $2 where id = $1')

async function addRule(story: Story, rule: Omit<ModelRule, 'createdAtMs' | 'isActive'>): Promise<void> {
  const now = t.clock.now()
  const id = uuidv7()
  const { type, platform, context, value, multiplier, bonusType, bonusValue } = rule
  const columns = [id, type, platform, context, value, multiplier, bonusType, bonusValue, now.toISOString()]
  await story.deps.db.run(insertRule, columns)
  story.ruleIds.push(id)
  story.model.rules.push({ ...rule, createdAtMs: now.getTime(), isActive: true })
}

async function switchRule(story: Story, nth: number): Promise<void> {
  const rule = story.model.rules[nth]
  const id = story.ruleIds[nth]
  if (!rule || id === undefined) return
  rule.isActive = !rule.isActive
  await story.deps.db.run(setRule, [id, rule.isActive])
}

interface Kept {
  readonly users: Record<string, unknown>
  readonly standings: Record<string, unknown>
  readonly entries: Record<string, number>
}

const readKept = statement<Kept>(
  'test_read_kept',
  `select
     (select json_object_agg(id, json_build_object('points', total_points, 'shares', total_shares,
       'engagements', total_engagements, 'current', current_streak, 'longest', longest_streak,
       'lastDay', streak_last_day)) from users) as users,
     (select coalesce(json_object_agg(contest_id || ' ' || user_id, json_build_object('points', points,
       'shares', shares, 'engagements', engagements)), '{}') from standings where engagements > 0) as standings,
     (select coalesce(json_object_agg(key, amount), '{}') from (select user_id || ' ' || day as key,
       sum(amount)::int as amount from ledger group by user_id, day) as days) as entries`,
)

/** The database holds what the model says, and the product's own check agrees. */
async function compare({ deps, model, contests }: Story): Promise<void> {
  const [kept] = await deps.db.run(readKept, [])
  const standings: Record<string, unknown> = {}
  for (const contest of contests) {
    members.forEach(({ id }, index) => {
      const standing = model.standing(index, contest)
      if (standing.engagements > 0) standings[`${contest.id} ${id}`] = standing
      if (contest === contests[1] && standing.points > 0) count('points in the second contest')
    })
  }
  const entries: Record<string, number> = {}
  for (const { member, day, amount } of model.entries) {
    const key = `${memberAt(member).id} ${day}`
    entries[key] = (entries[key] ?? 0) + amount
  }
  const users = Object.fromEntries(
    members.map(({ id }, index) => [id, { ...model.totals(index), ...model.streak(index) }]),
  )
  expect(kept).toEqual({ users, standings, entries })
  expect(
    (await verify(deps.db)).flatMap(({ name, violations }) => violations.map((line) => `${name}: ${line}`)),
  ).toEqual([])
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code as Outcome
    throw error
  }
}

function memberAt(index: number): TestMember {
  const member = members[index]
  if (!member) throw new Error(`no member ${index}`)
  return member
}

function count(what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}
