import { useQuery } from '@tanstack/react-query'
import { getSystemState } from '#contract/system.ts'
import { read } from './read.ts'

const refetchMs = 30_000

/** What runs here and how it stands. The number of live connections changes by itself. */
export function useSystemState() {
  return useQuery({ ...read(getSystemState), staleTime: 0, refetchInterval: refetchMs })
}
