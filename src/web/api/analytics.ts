import { useQuery } from '@tanstack/react-query'
import { getAnalytics } from '#contract/analytics.ts'
import { read } from './read.ts'

/** The programme's figures, read again on every visit. */
export function useAnalytics() {
  return useQuery({ ...read(getAnalytics), staleTime: 0 })
}
