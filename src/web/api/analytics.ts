import { useQuery } from '@tanstack/react-query'
import { getAnalytics } from '#contract/analytics.ts'
import { read } from './read.ts'

/** The figures of the programme, counted anew whenever somebody comes to look. */
export function useAnalytics() {
  return useQuery({ ...read(getAnalytics), staleTime: 0 })
}
