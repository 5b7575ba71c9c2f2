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

/**
 * What the fields change of the settings as they were last seen, and how those were seen. What nobody touched is left
 * out, so that it stays what somebody else makes of it.
 */
export function changeIn(fields: SettingsFields, seen: AutomationSettingsView) {
  const wanted: AutomationSettingsView = { ...fields, webhookUrl: fields.webhookUrl.trim() || null }
  const changed = settingsList.filter((name) => wanted[name] !== seen[name])
  return { ...picked(wanted, changed), seen: picked(seen, changed) }
}

const settingsList = Object.keys(settingNames) as (keyof AutomationSettingsView)[]

function picked(settings: AutomationSettingsView, names: readonly (keyof AutomationSettingsView)[]) {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<AutomationSettingsView>
}
