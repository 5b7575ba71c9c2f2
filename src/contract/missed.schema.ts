import { z } from 'zod'
import { idOf, wholeNumberText } from './fields.schema.ts'
import * as contract from './missed.ts'
import { serve } from './served.schema.ts'
import { topicNames } from './topics.ts'

const missed = z
  .object({ topics: z.array(z.enum(topicNames)), members: z.array(idOf<'user'>()).nullable() })
  .meta({ id: 'Missed' }) satisfies z.ZodType<contract.Missed>

export const getMissed = serve(contract.getMissed, {
  query: z.object({
    awayMs: wholeNumberText({ from: 0, to: contract.longestAwayMs }).prefault(contract.longestAwayMs),
  }),
  answer: z.object({ data: missed.nullable() }),
})
