import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { ChangeOf } from './tables.ts'

interface SettingFields {
  readonly zapierEnabled: boolean
  readonly socialPilotEnabled: boolean
  readonly autoPublish: boolean
  readonly pointsOnSchedule: boolean
  readonly pointsOnPublish: boolean
  /** The whole address, or the shortened one to keep it; null and empty text clear it. */
  readonly webhookUrl: string | null
}

export interface AutomationSettingsView extends SettingFields {
  /** Shortened so that nobody can deliver to it: scheme, host, `/…` and the last four characters. */
  readonly webhookUrl: string | null
}

/** Omitted fields stay as they are, and so do those that are sent as they were last seen. */
export type AutomationSettingsChange = ChangeOf<SettingFields>

export const getAutomationSettings = endpoint<{ answer: Data<AutomationSettingsView> }>(
  'GET',
  '/api/automation/settings',
)

export const saveAutomationSettings = endpoint<{
  body: AutomationSettingsChange
  answer: Data<AutomationSettingsView>
}>('POST', '/api/automation/settings')

interface ZapierTest {
  readonly test?: boolean
  readonly timestamp?: string
}

/**
 * Sends one test message to the saved address, now. 409 when there is none or the service is switched off, 502 when
 * the message was not accepted. A success says no more than that it was: the service accepts for a switched-off Zap too.
 */
export const testZapier = endpoint<{
  body: ZapierTest | null | undefined
  answer: { readonly success: true; readonly message: string }
}>('POST', '/api/zapier/test')

/** The secret with which machines deliver, and its state. */
interface HookSecret {
  readonly secret: string
  /** Set in the environment: it is changed there, and not here. */
  readonly isFromEnvironment: boolean
  /** Until when the one before it is accepted too; null when there is none that ends by itself. */
  readonly previousEndsAt: string | null
}

/**
 * Makes a new secret for the hooks. The one before it is accepted for another 24 hours, so that whoever delivers can be
 * told; an older one ends at once. 409 when the secret is set in the environment.
 */
export const rotateHookSecret = endpoint<{ answer: Data<HookSecret> }>(
  'POST',
  '/api/automation/rotate-secret',
)
