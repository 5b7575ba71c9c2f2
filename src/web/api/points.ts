import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listPointsConfigurations } from '#contract/points.ts'

/** The points rules, active or not. */
export function usePointsConfigurations() {
  return useQuery<z.output<typeof listPointsConfigurations.answer>>({
    queryKey: [listPointsConfigurations.path],
  })
}
