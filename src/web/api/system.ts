import { useQuery } from '@tanstack/react-query'
import { getSystemState } from '#contract/system.ts'
import { read } from './read.ts'

const refetchMs = 30_000

/** What this instance runs, and its state. The number of live connections changes all the time. */
export function useSystemState() {
  return useQuery({ ...read(getSystemState), staleTime: 0, refetchInterval: refetchMs })
}
