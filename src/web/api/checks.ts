import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerCheck, listOwnChecks } from '#contract/checks.ts'
import type { SentOf } from '#contract/endpoint.ts'
import type { ReviewedCheck } from '#contract/review.ts'
import type { CheckId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

/** The open questions about the member's reports, oldest first. */
export function useOwnChecks() {
  return useQuery(read(listOwnChecks))
}

interface CheckAnswered {
  readonly id: CheckId
  readonly body: SentOf<typeof answerCheck>
}

/** Answers a question, which is gone at once. */
export function useAnswerCheck() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: CheckAnswered) => call(answerCheck, { params: { id }, body }),
    onSuccess: (_, { id }) => dropCheck(queryClient, id),
    // Not awaited: the next question need not wait for it.
    onSettled: (_answer, _error, { body }) =>
      void refresh(queryClient, body.answer === 'take_back' ? ['checks', ...undone] : ['checks']),
  })
}

/** What shows a report that is taken back. */
const undone = ['totals', 'activities', 'contests', 'achievements', 'streaks', 'reports', 'shares'] as const

function dropCheck(queryClient: QueryClient, id: CheckId): void {
  queryClient.setQueryData(
    read(listOwnChecks).queryKey,
    (known: { readonly data: readonly ReviewedCheck[] } | undefined) =>
      known && { data: known.data.filter((check) => check.id !== id) },
  )
}
