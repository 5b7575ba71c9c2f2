import type { QuestStep } from './game-quests.ts'
import { review, reviewExamples, submit } from './game-review-examples.ts'
import type { RuleWish, Step } from './game-steps.ts'
import { workWeek } from './streak-world.ts'

export interface Scenario {
  readonly timeZone: string
  readonly start: string
  readonly rules: RuleWish[]
  readonly steps: Step[]
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const report = (member: number, post: number, type: 'like' | 'comment' | 'share' = 'like') =>
  ({ do: 'report', member, post, type }) as const
const undo = (asOwner = true) => ({ do: 'undo', back: 0, asOwner }) as const
const moveClock = (ms: number) => ({ do: 'move the clock', ms }) as const
const contest = (nth: number, from: number, days: number) =>
  ({ do: 'save a contest', nth, from, days, isActive: true }) as const
const quest = (fields: Omit<QuestStep, 'do'>): QuestStep => ({ do: 'set a quest', ...fields })
const streakRules = (
  mode: 'every_day' | 'working_days',
  freezes: boolean,
  holidays: readonly number[] = [],
) => ({ do: 'choose streak rules', mode, workingDays: workWeek, freezes, holidays }) as const
const daily = (member: number, days: number) => ({ do: 'report daily', member, days }) as const
const many = (member: number, count: number) => ({ do: 'report many', member, type: 'like', count }) as const
const away = (member: number, days: readonly number[]) => ({ do: 'be away', member, days }) as const
const zone = (member: number, name: string) => ({ do: 'choose a zone', member, zone: name }) as const
const repair = (member: number) => ({ do: 'repair', member }) as const
const told = (steps: readonly Step[]): Scenario => ({
  timeZone: 'UTC',
  // Two and a half minutes before a month ends.
  start: '2026-04-30T23:57:30Z',
  rules: [],
  steps: [...steps],
})

/** Stories that meet what chance meets too seldom. */
export const examples: readonly Scenario[] = [
  told([
    report(0, 0),
    report(0, 0),
    report(0, 1_000),
    undo(false),
    undo(),
    undo(),
    report(0, 0),
    moveClock(5 * minuteMs),
    undo(),
    report(0, 1),
    moveClock(6 * minuteMs),
    undo(),
    moveClock(-dayMs),
    report(0, 2),
    { do: 'report for another', member: 0, post: 0 },
  ]),
  told([{ do: 'report many', member: 0, type: 'share', count: 25 }, undo(), report(0, 30, 'share'), undo()]),
  // An undo lowers what is remembered of the member, so that the share after it is not the twenty-fifth.
  told([
    { do: 'report many', member: 0, type: 'share', count: 24 },
    undo(),
    report(0, 30, 'share'),
    report(0, 31, 'share'),
    undo(),
    report(0, 32, 'share'),
  ]),
  told([{ do: 'report daily', member: 1, days: 7 }, undo(), report(1, 40)]),
  told([{ do: 'lead and lose', member: 2 }, report(2, 40, 'share'), report(3, 41)]),
  // The first report already leads, by the points of its achievement and as one of three equals.
  {
    ...told([{ do: 'lead and lose', member: 0 }]),
    rules: [
      {
        type: 'achievement',
        platform: null,
        context: 'first_steps',
        value: 600,
        multiplier: 100,
        bonusType: null,
        bonusValue: null,
      },
    ],
  },
  told([
    { do: 'report many', member: 3, type: 'like', count: 49 },
    { do: 'report many', member: 3, type: 'comment', count: 49 },
    report(3, 50),
    report(3, 51),
    undo(),
  ]),
  told([
    submit(1, 'Look'),
    review({ status: 'completed', points: 0 }),
    review({ status: 'rejected' }),
    review({ status: 'pending', points: 55, engagements: 60 }),
    report(1, 0, 'share'),
    review({ points: 5 }),
    undo(),
    report(1, 1, 'share'),
    undo(),
    review({ points: 5 }),
  ]),
  told([
    contest(0, -5, 5),
    contest(1, 1, 10),
    contest(2, 0, 3),
    contest(2, 0, -1),
    contest(1, -1, 3),
    contest(1, 2, -1),
    contest(1, 1, 12),
    report(0, 0, 'share'),
    moveClock(dayMs),
    { do: 'close' },
    report(1, 0),
    { do: 'delete a contest', nth: 0 },
    { do: 'delete a contest', nth: 0 },
    contest(0, 40, 3),
    moveClock(30 * dayMs),
    { do: 'close' },
    { do: 'close' },
  ]),
  // Its steps are as many as are between two looks at the figures.
  told([
    quest({ nth: 0, from: -3, days: 6, type: 'comment', goal: 2 }),
    quest({ nth: 3, from: 0, days: -1, type: 'any', goal: 2 }),
    quest({ nth: 1, from: -189, days: 189, type: 'everybody_once', goal: null }),
    quest({ nth: 2, from: 0, days: 0, type: 'any', goal: 40 }),
    report(0, 0, 'comment'),
    report(1, 0, 'comment'),
    report(1, 1, 'like'),
    quest({ nth: 2, from: 0, days: 0, type: 'any', goal: 3 }),
    quest({ nth: 2, from: 0, days: 190, type: 'any', goal: 3 }),
    moveClock(-minuteMs),
    undo(),
    moveClock(dayMs),
    report(2, 0, 'share'),
    quest({ nth: 0, from: -3, days: 6, type: 'comment', goal: 5 }),
    quest({ nth: 1, from: -189, days: 189, type: 'everybody_once', goal: 2 }),
  ]),
  // Thursday, Friday, a weekend, and a Monday that is a holiday.
  told([
    streakRules('working_days', false, [4]),
    daily(0, 4),
    moveClock(dayMs),
    moveClock(dayMs),
    report(0, 40),
    away(0, [1, 2]),
    moveClock(2 * dayMs),
    away(0, [-1, 0]),
    away(0, [-8]),
    away(0, [400]),
    moveClock(dayMs),
    report(0, 41),
    streakRules('every_day', false),
    daily(0, 3),
    streakRules('working_days', false, [-1, -2]),
  ]),
  // A freeze is earned, used, and earned again; a streak is repaired.
  told([
    streakRules('every_day', true),
    many(1, 9),
    moveClock(dayMs),
    many(1, 10),
    undo(),
    many(1, 1),
    moveClock(2 * dayMs),
    report(1, 40),
    moveClock(2 * dayMs),
    repair(1),
    many(1, 3),
    repair(1),
    repair(1),
    daily(1, 5),
    undo(),
    moveClock(3 * dayMs),
    many(1, 3),
    repair(1),
  ]),
  // Once around the world in both directions, over the end of a month.
  told([
    zone(2, 'Pacific/Kiritimati'),
    report(2, 0),
    zone(2, 'Pacific/Niue'),
    report(2, 1),
    moveClock(dayMs),
    report(2, 2),
    zone(2, 'Pacific/Kiritimati'),
    moveClock(dayMs),
    report(2, 3),
    undo(),
    streakRules('working_days', true),
    moveClock(dayMs),
    report(2, 4),
    zone(2, 'America/St_Johns'),
    daily(2, 7),
  ]),
  ...reviewExamples.map(told),
]
