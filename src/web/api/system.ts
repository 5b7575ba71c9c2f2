import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getSystemState } from '#contract/system.ts'

const refetchMs = 30_000

/** What runs here and how it stands. The number of live connections changes by itself. */
export function useSystemState() {
  return useQuery<AnswerOf<typeof getSystemState>>({
    queryKey: [getSystemState.path],
    staleTime: 0,
    refetchInterval: refetchMs,
  })
}
