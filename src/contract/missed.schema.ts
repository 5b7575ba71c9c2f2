import { z } from 'zod'
import { idOf } from './fields.schema.ts'
import * as contract from './missed.ts'
import { serve } from './served.schema.ts'
import { topicNames } from './topics.ts'

const missed = z
  .object({ topics: z.array(z.enum(topicNames)), members: z.array(idOf<'user'>()).nullable() })
  .meta({ id: 'Missed' }) satisfies z.ZodType<contract.Missed>

export const getMissed = serve(contract.getMissed, {
  query: z.object({
    awayMs: z.coerce
      .number()
      .pipe(z.int().min(0).max(contract.longestAwayMs))
      .default(contract.longestAwayMs),
  }),
  answer: z.object({ data: missed.nullable() }),
})
