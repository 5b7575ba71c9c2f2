import type { CheckId } from '#domain/ids.ts'
import type { CheckAnswer } from '#domain/vocabulary.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { ReviewedCheck } from './review.ts'

export const checkNoteLimit = 280

interface Answer {
  readonly answer: CheckAnswer
  readonly link: string | null
  readonly note: string | null
}

/** The caller's unanswered checks, oldest first. */
export const listOwnChecks = endpoint<{ answer: ListOf<ReviewedCheck> }>('GET', '/api/checks/mine')

/**
 * Answers a check. For a like, `confirm` is enough; for a comment or a share it needs a link, or a note of three
 * characters or more. `take_back` undoes the report, whenever it was made. 409 once it is answered or decided.
 */
export const answerCheck = endpoint<{
  params: { id: CheckId }
  body: Answer
  sent: Pick<Answer, 'answer'> & Partial<Answer>
  answer: Data<{ readonly id: CheckId; readonly answer: CheckAnswer }>
}>('POST', '/api/checks/:id/answer')
