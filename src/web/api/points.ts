import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createPointsConfiguration,
  deletePointsConfiguration,
  listPointsConfigurations,
  type NewPointsConfiguration,
  updatePointsConfiguration,
} from '#contract/points.ts'
import type { PointsRuleId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

export interface PointsConfigurationToSave {
  /** Null makes a new one. */
  readonly id: PointsRuleId | null
  readonly fields: NewPointsConfiguration
}

/** The points rules, active or not. */
export function usePointsConfigurations() {
  return useQuery(read(listPointsConfigurations))
}

/** Creates a rule, or changes one. It settles when the list has been read again. */
export function useSavePointsConfiguration() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, fields }: PointsConfigurationToSave) =>
      id === null
        ? call(createPointsConfiguration, { body: fields })
        : call(updatePointsConfiguration, { params: { id }, body: fields }),
    onSettled: () => refreshRules(queryClient),
  })
}

/** Deletes a rule. It settles when the list has been read again. */
export function useDeletePointsConfiguration() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { readonly id: PointsRuleId }) =>
      call(deletePointsConfiguration, { params: { id } }),
    onSettled: () => refreshRules(queryClient),
  })
}

// After a refusal too: what was to be changed may be gone. The posts carry what a report on them earns.
function refreshRules(queryClient: QueryClient): Promise<void> {
  return refresh(queryClient, ['rules', 'rewards'])
}
