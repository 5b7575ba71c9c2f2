import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getAutomationSettings,
  rotateHookSecret,
  saveAutomationSettings,
  testZapier,
} from '#contract/automation.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

export type SettingsToSave = BodyOf<typeof saveAutomationSettings>

/** How the product works with the scheduling tool and the automation service. */
export function useAutomationSettings() {
  return useQuery(read(getAutomationSettings))
}

/** Saves what is named and keeps the rest; answers all of it. It settles when it has been read again. */
export function useSaveAutomationSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsToSave) => call(saveAutomationSettings, { body }),
    onSettled: () => refresh(queryClient, ['automation']),
  })
}

/** Makes a new secret for the hooks. */
export function useRotateHookSecret() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(rotateHookSecret),
    onSettled: () => refresh(queryClient, ['automation']),
  })
}

/** Sends one test message to the saved address. */
export function useTestZapier() {
  return useMutation({
    mutationFn: () => call(testZapier, { body: { test: true, timestamp: new Date().toISOString() } }),
  })
}
