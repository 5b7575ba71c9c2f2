import fc from 'fast-check'
import { questActions } from '#domain/quests.ts'
import { interactionTypes, type Platform } from '#domain/vocabulary.ts'
import type { QuestStep } from './game-quests.ts'
import type { ModelRule } from './game-records.ts'
import { type ReviewStep, reviewStep } from './game-review-steps.ts'
import type { StreakStep } from './game-streaks.ts'
import { workWeek } from './streak-world.ts'

type ReportType = (typeof interactionTypes)[number]
export type RuleWish = Omit<ModelRule, 'createdAtMs' | 'isActive' | 'isDeleted'>

export type Step =
  | ReviewStep
  | StreakStep
  | { do: 'report'; member: number; post: number; type: ReportType }
  | { do: 'report a day later'; member: number; post: number; type: ReportType }
  | { do: 'report daily'; member: number; days: number }
  | { do: 'lead and lose'; member: number }
  | { do: 'report many'; member: number; type: ReportType; count: number }
  | { do: 'report for another'; member: number; post: number }
  | { do: 'undo'; back: number; asOwner: boolean }
  | { do: 'move the clock'; ms: number }
  | { do: 'add a rule'; rule: RuleWish }
  | { do: 'change a rule'; nth: number; change: 'switch' | 'delete' | number }
  | { do: 'submit a share'; member: number; platform: Platform; message: string | null }
  | { do: 'submit shares'; member: number; count: number }
  | { do: 'save a contest'; nth: number; from: number; days: number; isActive: boolean }
  | { do: 'delete a contest'; nth: number }
  | QuestStep
  | { do: 'close' }

export const memberNames = ['ana.lima', 'ben.okafor', 'cara.ito', 'dan.weiss'] as const
/** Those of the members who are moderators too. */
export const moderators: readonly number[] = [3]
export const usedPlatforms: readonly Platform[] = ['linkedin', 'twitter', 'tiktok']
/** So many that one member can make a hundred reports. */
export const postCount = 60
export const zones = ['Pacific/Auckland', 'America/New_York', 'Europe/Berlin', 'UTC']

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

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const moves = [
  minuteMs,
  5 * minuteMs,
  5 * minuteMs + 1,
  10 * minuteMs,
  hourMs,
  23 * hourMs,
  dayMs,
  2 * dayMs,
  30 * dayMs,
  -minuteMs,
  -hourMs,
  -dayMs,
  -3 * dayMs,
]

const member = fc.nat({ max: memberNames.length - 1 })
const type = fc.constantFrom(...interactionTypes)
const post = fc.nat({ max: 3 })
const nth = fc.nat({ max: 6 })
const platform = fc.constantFrom(...usedPlatforms)

const rule: fc.Arbitrary<RuleWish> = fc.record({
  type: fc.oneof(
    { weight: 5, arbitrary: type },
    { weight: 3, arbitrary: fc.constantFrom('achievement', 'share_linkedin', 'share_twitter') },
  ),
  platform: fc.constantFrom(null, null, ...usedPlatforms),
  context: fc.constantFrom(null, 'honor_system', 'verified', 'first_steps', 'team_leader'),
  value: fc.constantFrom(0, 1, 17, 50, 250, 600),
  multiplier: fc.constantFrom(100, 150, 33, 1),
  bonusType: fc.constantFrom(null, 'streak', 'streak', 'custom_message', 'engagement_threshold'),
  bonusValue: fc.constantFrom(null, 7, 10),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      member,
      post: fc.oneof({ weight: 15, arbitrary: post }, { weight: 1, arbitrary: fc.constant(postCount) }),
      type,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('report a day later' as const), member, post, type }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('report many' as const),
      member,
      type,
      count: fc.constantFrom(5, 24, 25, 49),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('report daily' as const),
      member,
      days: fc.constantFrom(2, 3, 7, 8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lead and lose' as const), member }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('report for another' as const), member, post }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      back: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
      asOwner: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move the clock' as const), ms: fc.constantFrom(...moves) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add a rule' as const), rule }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change a rule' as const),
      nth,
      change: fc.constantFrom<'switch' | 'delete' | number>('switch', 'delete', 40),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('submit a share' as const),
      member,
      platform,
      message: fc.constantFrom(null, 'Look', ' look'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('submit shares' as const),
      member,
      count: fc.constantFrom(2, 9, 21),
    }),
  },
  { weight: 26, arbitrary: reviewStep },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('save a contest' as const),
      nth: fc.nat({ max: 2 }),
      from: fc.integer({ min: -20, max: 20 }),
      days: fc.integer({ min: -1, max: 30 }),
      isActive: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('choose streak rules' as const),
      mode: fc.constantFrom('every_day' as const, 'working_days' as const, 'working_days' as const),
      workingDays: fc.constantFrom(workWeek, workWeek, [2, 4] as const),
      freezes: fc.boolean(),
      holidays: fc.constantFrom([], [1], [-1, 0], [2, 3, 8]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('choose a zone' as const),
      member,
      zone: fc.constantFrom('Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin', 'America/St_Johns'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('be away' as const),
      member,
      days: fc.constantFrom([], [0], [1, 2], [-1], [-8], [400], [-7, 3, 4]),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repair' as const), member }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete a contest' as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set a quest' as const),
      nth: fc.nat({ max: 3 }),
      from: fc.integer({ min: -40, max: 3 }),
      days: fc.constantFrom(-1, 0, 1, 6, 60, 189, 190),
      type: fc.constantFrom(...questActions),
      goal: fc.constantFrom(null, 1, 2, 5, 40),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'close' as const }) },
)

/** One random story: where and when it begins, and what happens. */
export const scenario = (mostSteps: number) =>
  fc.record({
    timeZone: fc.constantFrom(...zones),
    start: fc.constantFrom(...starts),
    rules: fc.array(rule, { maxLength: 4 }),
    steps: fc.array(step, { minLength: 1, maxLength: mostSteps, size: 'max' }),
  })
