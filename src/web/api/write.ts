import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Topic } from '#contract/topics.ts'
import { refresh } from './query-client.ts'

/**
 * A call that changes something. It settles when the answers that show these topics have been read again, also after a
 * refusal: somebody else may have changed them.
 */
export function useWrite<Input = void, Answer = unknown>(
  write: (input: Input) => Promise<Answer>,
  topics: readonly Topic[],
) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: write, onSettled: () => refresh(queryClient, topics) })
}
