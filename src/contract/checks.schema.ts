import { z } from 'zod'
import { checkAnswers } from '#domain/vocabulary.ts'
import * as contract from './checks.ts'
import { clearableAddress, clearableText, idOf, listOf, oneOf } from './fields.schema.ts'
import { reviewedCheck } from './review.schema.ts'
import { serve } from './served.schema.ts'

export const listOwnChecks = serve(contract.listOwnChecks, { answer: listOf(reviewedCheck) })

export const answerCheck = serve(contract.answerCheck, {
  params: z.object({ id: idOf<'check'>() }),
  body: z.object({
    answer: oneOf(checkAnswers, 'Answer'),
    link: clearableAddress('Please enter a valid URL').default(null),
    note: clearableText(contract.checkNoteLimit).default(null),
  }),
  answer: z.object({ data: z.object({ id: idOf<'check'>(), answer: z.enum(checkAnswers) }) }),
})
