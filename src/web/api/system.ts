import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { getSystemState } from '#contract/system.ts'

const refetchMs = 30_000

/** What runs here and how it stands. The number of live connections changes by itself. */
export function useSystemState() {
  return useQuery<z.output<typeof getSystemState.answer>>({
    queryKey: [getSystemState.path],
    staleTime: 0,
    refetchInterval: refetchMs,
  })
}
