import { z } from 'zod'
import { oneOf } from './fields.schema.ts'
import { foreignId, hookAnswer } from './hooks.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './zapier.ts'

const triggerPayload = z
  .object({
    shareId: foreignId.pipe(z.string('Share is required')),
    action: oneOf(contract.triggerActions, 'Action'),
  })
  .meta({ id: 'TriggerPayload' }) satisfies z.ZodType<contract.TriggerPayload>

export const zapierTrigger = serve(contract.zapierTrigger, { body: triggerPayload, answer: hookAnswer })
