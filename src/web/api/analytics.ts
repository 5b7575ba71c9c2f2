import { useQuery } from '@tanstack/react-query'
import { getAnalytics } from '#contract/analytics.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

/** The figures of the programme, counted anew whenever somebody comes to look. */
export function useAnalytics() {
  return useQuery<AnswerOf<typeof getAnalytics>>({ queryKey: [getAnalytics.path], staleTime: 0 })
}
