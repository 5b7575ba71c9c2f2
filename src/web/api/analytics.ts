import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnalyticsPeriod, getAnalytics } from '#contract/analytics.ts'
import { read } from './read.ts'

/** The programme's figures for a period, read again on every visit. */
export function useAnalytics(days: AnalyticsPeriod) {
  return useQuery({
    ...read(getAnalytics, { query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
