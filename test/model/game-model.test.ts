import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { achievementCodes } from '#domain/achievements.ts'
import type { PostId } from '#domain/ids.ts'
import { keepers } from '#domain/kept-streak.ts'
import { startTestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { shareDatabase } from '#test/support/instances.ts'
import { examples } from './game-examples.ts'
import { compare } from './game-kept.ts'
import { firstQuests } from './game-quests.ts'
import { platformOf, type Stage } from './game-stage.ts'
import { memberNames, moderators, postCount, scenario } from './game-steps.ts'
import { GameStory } from './game-story.ts'

// The rules are the same on both engines: what may differ are the statements, and a story has most of them.
const usualRuns = process.env.OVATION_TEST_ENGINE === 'postgres' ? 8 : 12
const runs = Number(process.env.OVATION_MODEL_RUNS ?? usualRuns)
const replay = {
  ...(process.env.OVATION_MODEL_SEED && { seed: Number(process.env.OVATION_MODEL_SEED) }),
  ...(process.env.OVATION_MODEL_PATH && { path: process.env.OVATION_MODEL_PATH }),
}
const mostSteps = 40
// Only for a story that hangs: a slow machine takes twice as long as a usual one.
const timeLimitMs = 60_000 + runs * 10_000

let stage: Stage

beforeAll(async () => {
  const t = await startTestApp()
  const members: TestMember[] = []
  for (const [nth, name] of memberNames.entries())
    members.push(await t.member(name, moderators.includes(nth) ? 'moderator' : 'user'))
  const posts: PostId[] = []
  for (let nth = 0; nth < postCount; nth++)
    posts.push(await insertPost(t.deps, { platform: platformOf(nth) }))
  const instances = await shareDatabase(t, 3)
  stage = { t, instances, members, posts, admin: await t.member('the.admin', 'admin'), seen: new Map() }
})
afterAll(async () => {
  await stage.instances.close()
  await stage.t.close()
})

it(`agrees with a plain model after every step of ${runs} random stories`, {
  tags: ['inv-01', 'inv-06', 'inv-07', 'inv-08'],
  timeout: timeLimitMs,
}, async () => {
  const property = fc.asyncProperty(scenario(mostSteps), async ({ timeZone, start, rules, steps }) => {
    const story = await begin(timeZone, start)
    for (const rule of rules) await story.addRule(rule)
    for (const step of steps) {
      await story.take(step)
      await compare(story)
    }
  })
  const details = await fc.check(property, {
    numRuns: examples.length + runs,
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
  if (!('path' in replay)) assertNothingMissing()
})

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
    'streaks need every_day',
    'streaks need working_days',
    'a zone with a later day',
    'a zone with an earlier day',
    ...['done', 'invalid'].map((outcome) => `be away: ${outcome}`),
    ...['done', 'conflict'].map((outcome) => `repair: ${outcome}`),
    ...keepers.map((keeper) => `kept alive by ${keeper}`),
    'report behind the last day',
    ...achievementCodes.flatMap((code) => [`unlocked ${code}`, `took back ${code}`]),
    'review: done',
    'review: unknown',
    'review: not-allowed',
    'review: invalid',
    'review that changes the points',
    'share verified',
    'share lost',
    'share lost on another day',
    'share of a report rejected',
    ...['done', 'conflict', 'too-many'].map((outcome) => `submit a share: ${outcome}`),
    'report beyond the cap',
    'report without a rule',
    ...['done', 'conflict', 'not-allowed'].map((outcome) => `take back: ${outcome}`),
    'take back after the undo window',
    'take back after the winner',
    'undo of a report that was given back',
    ...['report', 'share'].flatMap((of) => [
      ...['done', 'conflict', 'not-allowed', 'gone'].map((outcome) => `appeal for a ${of}: ${outcome}`),
      `appeal for a ${of} upheld`,
      `appeal for a ${of} given_back`,
    ]),
    'decide an appeal: conflict',
    'decide an appeal: not-allowed',
    'appeal decided by the only reviewer',
    'correct points: done',
    'correct points: conflict',
    'correction of negative points',
    'asked: burst',
    'asked: new_member',
    ...['done', 'conflict', 'not-allowed', 'invalid', 'unknown'].map(
      (outcome) => `answer a check: ${outcome}`,
    ),
    'answer: confirm',
    'answer: take_back',
    'answer that undoes after the window',
    ...['done', 'conflict', 'not-allowed', 'unknown'].map((outcome) => `decide a check: ${outcome}`),
    ...['overdue', 'answered'].flatMap((kind) => [`${kind} check confirmed`, `${kind} check taken_back`]),
    'member disabled',
    'member left out',
    'member let in',
    'first team',
    'another team',
    'member in no team',
    'moderators left out',
    'moderators let in',
    'member enabled',
    'a contest has its winner',
    'a contest with a winner is deleted',
    'two winners of a month',
    ...['done', 'conflict', 'invalid'].map((outcome) => `create a contest: ${outcome}`),
    ...['done', 'conflict', 'invalid', 'unknown'].map((outcome) => `move a contest: ${outcome}`),
    'set a quest: done',
    'set a quest: invalid',
    'change a quest: done',
    'change a quest: invalid',
    'a quest is done',
    'a quest stays done',
    'delete a contest: done',
    'delete a contest: unknown',
  ]
  expect(wanted.filter((what) => !stage.seen.has(what))).toEqual([])
}

async function begin(timeZone: string, start: string): Promise<GameStory> {
  // The triggers of the lists that are only added to stay out of this for the emptying alone.
  await stage.t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate streak_rules, holidays, own_days, interactions, ledger, activities, applause, shares, standings, standings_builds, board_windows,
      window_scores, window_moves, window_parts, team_scores, team_totals, place_marks, monthly_winners, team_standings, contests,
      earned_achievements, quests, points_configurations, take_backs, appeals, adjustments, checks, honesty_settings,
      audit_entries;
    update report_basis set version = version + 1;
    delete from board_settings;
    update users set team_id = null, left_out = false, is_ranked = true, disabled_at = null, disabled_by = null, total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0,
      longest_streak = 0, streak_last_day = null, settled_day = null, streak_ends_at = null, time_zone = null, own_zone = null, achievement_codes = '{}';
    delete from teams;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  stage.t.clock.set(start)
  const story = new GameStory(stage, timeZone)
  for (const [type, value] of Object.entries({ like: 15, comment: 20, share: 30 })) {
    const usual = { platform: null, context: 'honor_system', multiplier: 100 }
    await story.addRule({ type, value, ...usual, bonusType: 'streak', bonusValue: 5 })
  }
  const verified = { type: 'share', context: 'verified', platform: null, multiplier: 100 }
  await story.addRule({ ...verified, value: 30, bonusType: null, bonusValue: null })
  for (const [context, value] of Object.entries({
    first_steps: 10,
    social_butterfly: 50,
    team_leader: 150,
  })) {
    const usual = { platform: null, multiplier: 100, bonusType: null, bonusValue: null }
    await story.addRule({ type: 'achievement', context, value, ...usual })
  }
  for (const quest of firstQuests) await story.take(quest)
  return story
}
