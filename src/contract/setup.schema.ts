import { z } from 'zod'
import { serve } from './served.schema.ts'
import * as contract from './setup.ts'

const setup = z
  .object({
    hidden: z.boolean(),
    steps: z.array(z.object({ key: z.enum(contract.setupStepKeys), done: z.boolean() })),
    slackApp: z.object({ createUrl: z.string().nullable(), manifest: z.string(), settings: z.string() }),
  })
  .meta({ id: 'Setup' }) satisfies z.ZodType<contract.Setup>

const answer = z.object({ data: setup })

export const getSetup = serve(contract.getSetup, { answer })

export const changeSetup = serve(contract.changeSetup, {
  body: z
    .object({
      hidden: z.boolean('Must be true or false').optional(),
      pointsRulesSeen: z.literal(true, 'Must be true').optional(),
    })
    .refine(({ hidden, pointsRulesSeen }) => hidden !== undefined || pointsRulesSeen !== undefined, {
      path: ['hidden'],
      message: 'hidden or pointsRulesSeen is required',
    }),
  answer,
})
