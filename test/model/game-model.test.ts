import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { achievementCodes } from '#domain/achievements.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { examples } from './game-examples.ts'
import { memberNames, postCount, scenario } from './game-steps.ts'
import { GameStory, platformOf, type Stage } from './game-story.ts'

// The rules are the same on both engines: what may differ are the statements, and a story has most of them.
const usualRuns = process.env.OVATION_TEST_ENGINE === 'postgres' ? 8 : 20
const runs = Number(process.env.OVATION_MODEL_RUNS ?? usualRuns)
const replay = {
  ...(process.env.OVATION_MODEL_SEED && { seed: Number(process.env.OVATION_MODEL_SEED) }),
  ...(process.env.OVATION_MODEL_PATH && { path: process.env.OVATION_MODEL_PATH }),
}
const mostSteps = 40
const timeLimitMs = 30_000 + runs * 4_000

let stage: Stage

beforeAll(async () => {
  const t = await startTestApp()
  const members: TestMember[] = []
  for (const name of memberNames) members.push(await t.member(name))
  const posts: PostId[] = []
  for (let nth = 0; nth < postCount; nth++)
    posts.push(await insertPost(t.deps, { platform: platformOf(nth) }))
  stage = { t, members, posts, admin: await t.member('the.admin', 'admin'), seen: new Map() }
})
afterAll(() => stage.t.close())

it(
  `agrees with a plain model after every step of ${runs} random stories`,
  async () => {
    const property = fc.asyncProperty(scenario(mostSteps), async ({ timeZone, start, rules, steps }) => {
      const story = await begin(timeZone, start)
      for (const rule of rules) await story.addRule(rule)
      for (const step of steps) {
        await story.take(step)
        await compare(story)
      }
    })
    const details = await fc.check(property, {
      numRuns: runs,
      examples: examples.map((each) => [each]),
      ...replay,
    })
    if (details.failed) {
      const again = `OVATION_MODEL_SEED=${details.seed} OVATION_MODEL_PATH=${details.counterexamplePath}`
      throw new Error(`${await fc.asyncDefaultReportMessage(details)}\n\nThe same again: ${again}`, {
        cause: details.errorInstance,
      })
    }
    const counted = [...stage.seen].map(([what, times]) => `${times} × ${what}`).join(', ')
    console.log(`${details.numRuns} stories on ${stage.t.deps.db.engine}: ${counted}`)
    if (runs >= examples.length && !('path' in replay)) assertNothingMissing()
  },
  timeLimitMs,
)

/** A test that never got to an outcome has said nothing about it. */
function assertNothingMissing(): void {
  const wanted = [
    'report: done',
    'report: conflict',
    'report: unknown',
    'report for another: not-allowed',
    'undo: done',
    'undo: conflict',
    'undo: not-allowed',
    'undo: gone',
    'undo on another day',
    'streak of three days',
    'report behind the last day',
    ...achievementCodes.flatMap((code) => [`unlocked ${code}`, `took back ${code}`]),
    'review: done',
    'review: unknown',
    'review that changes the points',
    'a month has its winner',
    ...['done', 'conflict', 'invalid'].map((outcome) => `create a contest: ${outcome}`),
    ...['done', 'conflict', 'invalid', 'unknown'].map((outcome) => `move a contest: ${outcome}`),
    'delete a contest: done',
    'delete a contest: unknown',
  ]
  expect(wanted.filter((what) => !stage.seen.has(what))).toEqual([])
}

async function begin(timeZone: string, start: string): Promise<GameStory> {
  // The triggers of the lists that are only added to stay out of this for the emptying alone.
  await stage.t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, applause, shares, standings, place_marks, monthly_winners, contests,
      earned_achievements, points_configurations;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0,
      longest_streak = 0, streak_last_day = null, achievement_codes = '{}';
    commit`)
  stage.t.clock.set(start)
  const story = new GameStory(stage, timeZone)
  for (const [type, value] of Object.entries({ like: 15, comment: 20, share: 30 })) {
    const usual = { platform: null, context: 'honor_system', multiplier: 100 }
    await story.addRule({ type, value, ...usual, bonusType: 'streak', bonusValue: 5 })
  }
  for (const [context, value] of Object.entries({
    first_steps: 10,
    social_butterfly: 50,
    team_leader: 150,
  })) {
    const usual = { platform: null, multiplier: 100, bonusType: null, bonusValue: null }
    await story.addRule({ type: 'achievement', context, value, ...usual })
  }
  return story
}

interface Kept {
  readonly users: Record<string, unknown>
  readonly standings: Record<string, unknown>
  readonly entries: Record<string, number>
  readonly badges: readonly unknown[]
  readonly shares: readonly unknown[]
  readonly winners: readonly unknown[]
}

const readKept = statement<Kept>(
  'test_read_kept',
  `select
     (select json_object_agg(id, json_build_object('points', total_points, 'shares', total_shares,
       'engagements', total_engagements, 'current', current_streak, 'longest', longest_streak,
       'lastDay', streak_last_day)) from users where role = 'user') as users,
     (select coalesce(json_object_agg(contest_id || ' ' || user_id, json_build_object('points', points,
       'shares', shares, 'engagements', engagements)), '{}')
      from standings where points <> 0 or engagements > 0) as standings,
     (select coalesce(json_object_agg(key, amount), '{}') from (select user_id || ' ' || day as key,
       sum(amount)::int as amount from ledger group by user_id, day) as days) as entries,
     (select coalesce(json_agg(json_build_array(user_id, code, points) order by user_id, code), '[]')
      from earned_achievements where taken_back_at is null) as badges,
     (select coalesce(json_agg(json_build_array(user_id, points, status) order by id), '[]') from shares) as shares,
     (select coalesce(json_agg(json_build_array(year, month, user_id, points, shares, engagements)
       order by year, month), '[]') from monthly_winners) as winners`,
)

/** The database holds what the model says, and the product's own check agrees. */
async function compare(story: GameStory): Promise<void> {
  const [kept] = await story.deps.db.run(readKept, [])
  expect(kept).toEqual(keptBy(story))
  const findings = await verify(story.deps.db)
  const lines = findings.flatMap(({ name, violations }) => violations.map((line) => `${name}: ${line}`))
  expect(lines).toEqual([])
}

function keptBy(story: GameStory): Kept {
  const { model } = story
  const id = (nth: number) => stage.members[nth]?.id ?? ''
  const standings: Record<string, unknown> = {}
  const badges: [string, string, number][] = []
  stage.members.forEach((_, nth) => {
    model.contests.forEach((contest, place) => {
      const line = model.standing(nth, contest)
      if (line.points !== 0 || line.engagements > 0) standings[`${story.contestId(place)} ${id(nth)}`] = line
    })
    for (const { code, points } of model.badges(nth)) badges.push([id(nth), code, points])
  })
  const entries: Record<string, number> = {}
  for (const { member, day, amount } of model.entries) {
    const key = `${id(member)} ${day}`
    entries[key] = (entries[key] ?? 0) + amount
  }
  return {
    users: Object.fromEntries(
      stage.members.map((member, nth) => [member.id, { ...model.totals(nth), ...model.streak(nth) }]),
    ),
    standings,
    entries,
    badges: badges.sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)),
    shares: model.shares
      .filter(({ isGone }) => !isGone)
      .map(({ member, points, status }) => [id(member), points, status]),
    winners: [...model.winners]
      .sort((a, b) => a.year - b.year || a.month - b.month)
      .map(({ year, month, member, ...sums }) => [
        year,
        month,
        id(member),
        sums.points,
        sums.shares,
        sums.engagements,
      ]),
  }
}
