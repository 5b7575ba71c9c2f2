import { useMutation, useQuery } from '@tanstack/react-query'
import {
  getAutomationSettings,
  rotateHookSecret,
  saveAutomationSettings,
  testZapier,
} from '#contract/automation.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

export type SettingsToSave = BodyOf<typeof saveAutomationSettings>

/** The settings for the scheduling tool and the automation service. */
export function useAutomationSettings() {
  return useQuery(read(getAutomationSettings))
}

/** Saves the given settings and keeps the others. Answers all of them. */
export function useSaveAutomationSettings() {
  return useWrite((body: SettingsToSave) => call(saveAutomationSettings, { body }), ['automation'])
}

/** Makes a new secret for the hooks. */
export function useRotateHookSecret() {
  return useWrite(() => call(rotateHookSecret), ['automation'])
}

/** Sends one test message to the saved address. */
export function useTestZapier() {
  return useMutation({
    mutationFn: () => call(testZapier, { body: { test: true, timestamp: new Date().toISOString() } }),
  })
}
