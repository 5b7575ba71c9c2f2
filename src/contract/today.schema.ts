import { z } from 'zod'
import { dayStates, partsOfDay } from '#domain/today.ts'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { count, day, idOf, instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './today.ts'

const todayPost = z
  .object({
    id: idOf<'post'>(),
    platform: z.enum(platforms),
    authorName: z.string(),
    title: z.string(),
    imageUrl: z.string().nullable(),
    link: z.string().nullable(),
    worth: count,
    open: z.array(z.enum(interactionTypes)),
  })
  .meta({ id: 'TodayPost' }) satisfies z.ZodType<contract.TodayPost>

const today = z
  .object({
    day,
    timeZone: z.string(),
    waiting: count,
    worth: count,
    posts: z.array(todayPost),
    doneToday: z.array(todayPost.extend({ points: count })),
    pointsToday: z.int(),
    week: z.array(z.object({ day, state: z.enum(dayStates), reports: count })),
    hasReported: z.boolean(),
    usualTime: z.enum(partsOfDay).nullable(),
    lastPostAt: instant.nullable(),
    gains: z.array(z.object({ day, points: z.int() })),
    pointsThisWeek: z.int(),
    reportsThisWeek: z.object({ like: count, comment: count, share: count }),
    openChecks: count,
  })
  .meta({ id: 'Today' }) satisfies z.ZodType<contract.Today>

export const getToday = serve(contract.getToday, { answer: z.object({ data: today }) })
