import { z } from 'zod'
import type { BoardSettings } from '#domain/board-settings.ts'
import { type Weekday, weekdays } from '#domain/board-windows.ts'
import { roles } from '#domain/vocabulary.ts'
import * as contract from './board-settings.ts'
import { oneOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'

const weekStartsOn = z.custom<Weekday>(
  (day) => weekdays.some((known) => known === day),
  'Must be a day from 1 for Monday to 7 for Sunday',
)
const leaveOutRoles = z.array(oneOf(roles, 'Role'), 'Must be a list of roles').readonly()

const settings = z.object({ weekStartsOn, leaveOutRoles }) satisfies z.ZodType<BoardSettings>

export const getBoardSettings = serve(contract.getBoardSettings, { answer: z.object({ data: settings }) })

export const putBoardSettings = serve(contract.putBoardSettings, {
  body: settings.partial(),
  answer: z.object({ data: settings }),
})
