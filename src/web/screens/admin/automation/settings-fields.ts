import type { AutomationSettingsView } from '#contract/automation.ts'

/** What stands in the fields of the form; no address is empty. */
export interface SettingsFields extends Omit<AutomationSettingsView, 'webhookUrl'> {
  readonly webhookUrl: string
}

export const settingNames: Readonly<Record<keyof AutomationSettingsView, string>> = {
  zapierEnabled: 'Zapier integration',
  socialPilotEnabled: 'SocialPilot integration',
  autoPublish: 'Auto-publish',
  pointsOnSchedule: 'Points on schedule',
  pointsOnPublish: 'Points on publish',
  webhookUrl: 'Outgoing webhook address',
}

export function fieldsOf(settings: AutomationSettingsView): SettingsFields {
  return { ...settings, webhookUrl: settings.webhookUrl ?? '' }
}

/** How a setting reads. */
export function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'string' && value !== '' ? value : 'None'
}

/** All settings as they stand in the fields, and as they were last seen: the server changes those that differ. */
export function changeIn(fields: SettingsFields, seen: AutomationSettingsView) {
  return { ...fields, webhookUrl: fields.webhookUrl.trim() || null, seen }
}
