import { useQuery } from '@tanstack/react-query'
import {
  createPointsConfiguration,
  deletePointsConfiguration,
  listPointsConfigurations,
  type NewPointsConfiguration,
  updatePointsConfiguration,
} from '#contract/points.ts'
import type { PointsRuleId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

// The posts carry what a report on them earns.
const touched = ['rules', 'rewards'] as const

export interface PointsConfigurationToSave {
  /** Null makes a new one. */
  readonly id: PointsRuleId | null
  readonly fields: NewPointsConfiguration
}

/** The points rules, active or not. Asks for nothing unless they are wanted. */
export function usePointsConfigurations(areWanted = true) {
  return useQuery({ ...read(listPointsConfigurations), enabled: areWanted })
}

/** Creates a rule, or changes one. It settles when the list has been read again. */
export function useSavePointsConfiguration() {
  return useWrite(
    ({ id, fields }: PointsConfigurationToSave) =>
      id === null
        ? call(createPointsConfiguration, { body: fields })
        : call(updatePointsConfiguration, { params: { id }, body: fields }),
    touched,
  )
}

/** Deletes a rule. It settles when the list has been read again. */
export function useDeletePointsConfiguration() {
  return useWrite(
    ({ id }: { readonly id: PointsRuleId }) => call(deletePointsConfiguration, { params: { id } }),
    touched,
  )
}
