import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  getAutomationSettings,
  rotateHookSecret,
  saveAutomationSettings,
  testZapier,
} from '#contract/automation.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

export type SettingsToSave = z.input<NonNullable<typeof saveAutomationSettings.body>>

/** How the product works with the scheduling tool and the automation service. */
export function useAutomationSettings() {
  return useQuery<z.output<typeof getAutomationSettings.answer>>({ queryKey: [getAutomationSettings.path] })
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
