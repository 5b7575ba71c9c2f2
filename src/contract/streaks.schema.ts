import { z } from 'zod'
import { type Weekday, weekdays } from '#domain/board-windows.ts'
import { asDay, type Day, isTimeZone } from '#domain/days.ts'
import { dayStates, keepers } from '#domain/kept-streak.ts'
import { streakModes } from '#domain/streak-rules.ts'
import { day, instant, oneOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './streaks.ts'

const workingDay = z.custom<Weekday>(
  (value) => weekdays.some((known) => known === value),
  'Must be a day from 1 for Monday to 7 for Sunday',
)
/** A day as members enter it: one of the calendar, in the years that a workspace can have. */
const enteredDay = z
  .string('Must be a day such as 2026-03-01')
  .refine(
    (text) => /^2[01]\d\d-/.test(text) && day.safeParse(text).success,
    'Must be a day such as 2026-03-01',
  )
  .transform(asDay)

function inOrder(days: readonly Day[]): readonly Day[] {
  return [...new Set(days)].sort()
}

function enteredDays(most: number) {
  return z
    .array(enteredDay, 'Must be a list of days')
    .max(most, `At most ${most.toLocaleString('en-US')} days`)
    .readonly()
    .transform(inOrder)
}

const rules = z.object({
  mode: z.enum(streakModes),
  workingDays: z.array(workingDay).readonly(),
  freezes: z.boolean(),
})
const rulesAndHolidays = rules.extend({
  holidays: z.array(day).readonly(),
}) satisfies z.ZodType<contract.StreakRulesAndHolidays>

export const getStreakRules = serve(contract.getStreakRules, { answer: z.object({ data: rulesAndHolidays }) })

export const putStreakRules = serve(contract.putStreakRules, {
  body: z
    .object({
      mode: oneOf(streakModes, 'Mode'),
      workingDays: z
        .array(workingDay, 'Must be a list of days of the week')
        .min(1, 'Choose at least one working day')
        .readonly()
        .transform((days): readonly Weekday[] => weekdays.filter((each) => days.includes(each))),
      holidays: enteredDays(contract.mostHolidays),
      freezes: z.boolean('Must be true or false'),
    })
    .partial(),
  answer: z.object({ data: rulesAndHolidays }),
})

const ownStreak = z.object({
  timeZone: z.string(),
  ownZone: z.string().nullable(),
  awayDays: z.array(day).readonly(),
  freezes: z.int(),
  keptAliveBy: z.enum(keepers).nullable(),
  todayNeeds: z.literal('report').nullable(),
  current: z.int(),
  longest: z.int(),
  today: day,
  days: z.array(z.object({ day, state: z.enum(dayStates) })).readonly(),
  repair: z.object({ day, length: z.int(), reportsLeft: z.int(), until: instant }).nullable(),
  rules,
}) satisfies z.ZodType<contract.OwnStreak>

export const getOwnStreak = serve(contract.getOwnStreak, { answer: z.object({ data: ownStreak }) })

export const putOwnStreak = serve(contract.putOwnStreak, {
  body: z
    .object({
      timeZone: z
        .string('Must be a time zone such as Europe/Berlin')
        .refine(
          (name) => /^[a-z]/i.test(name) && isTimeZone(name),
          'There is no such time zone. Use a name such as Europe/Berlin',
        )
        .nullable(),
      awayDays: enteredDays(contract.mostAwayDays),
    })
    .partial(),
  answer: z.object({ data: ownStreak }),
})

export const repairStreak = serve(contract.repairStreak, { answer: z.object({ data: ownStreak }) })
