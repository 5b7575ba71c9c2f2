import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { getAnalytics } from '#contract/analytics.ts'

/** The figures of the programme, counted anew whenever somebody comes to look. */
export function useAnalytics() {
  return useQuery<z.output<typeof getAnalytics.answer>>({ queryKey: [getAnalytics.path], staleTime: 0 })
}
