import { z } from 'zod'
import { appealDecisions } from '#domain/vocabulary.ts'
import * as contract from './appeals.ts'
import { idOf, instant, listOf, requiredText } from './fields.schema.ts'
import { appealSubject } from './review.schema.ts'
import { serve } from './served.schema.ts'

const appeal = z
  .object({
    id: idOf<'appeal'>(),
    subject: appealSubject,
    reason: z.string(),
    text: z.string(),
    createdAt: instant,
    decision: z.enum(appealDecisions).nullable(),
    decisionReason: z.string().nullable(),
    decidedAt: instant.nullable(),
  })
  .meta({ id: 'Appeal' }) satisfies z.ZodType<contract.Appeal>

export const createAppeal = serve(contract.createAppeal, {
  body: z
    .object({
      interactionId: idOf<'interaction'>().optional(),
      shareId: idOf<'share'>().optional(),
      text: requiredText(contract.appealTextLimit, 'Text is required'),
    })
    .refine(({ interactionId, shareId }) => (interactionId === undefined) !== (shareId === undefined), {
      path: ['interactionId'],
      error: 'Name the report or the share, one of the two',
    }),
  answer: z.object({ data: appeal }),
})

export const listOwnAppeals = serve(contract.listOwnAppeals, { answer: listOf(appeal) })
