import type { AutomationSettingsView } from '#contract/automation.ts'
import { webhookUrlLimit, webhookUrlProblems } from '#domain/automation.ts'
import type { SettingsToSave } from '#web/api/automation.ts'

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
 * What the fields change of the settings as they were last seen, and how those were seen; or what is wrong with them.
 * What nobody touched is left out, so that it stays what somebody else makes of it.
 */
export function changeIn(
  fields: SettingsFields,
  seen: AutomationSettingsView,
): { change: SettingsToSave } | { problems: { webhookUrl: string } } {
  const wanted: AutomationSettingsView = { ...fields, webhookUrl: fields.webhookUrl.trim() || null }
  const problem = addressProblem(wanted.webhookUrl, seen.webhookUrl)
  if (problem !== null) return { problems: { webhookUrl: problem } }
  const changed = settingsList.filter((name) => wanted[name] !== seen[name])
  return { change: { ...picked(wanted, changed), seen: picked(seen, changed) } }
}

const settingsList = Object.keys(settingNames) as (keyof AutomationSettingsView)[]

function picked(settings: AutomationSettingsView, names: readonly (keyof AutomationSettingsView)[]) {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<AutomationSettingsView>
}

// The hosts that are allowed are known to the server alone.
function addressProblem(wanted: string | null, seen: string | null): string | null {
  if (wanted === null || wanted === seen) return null
  if (wanted.length > webhookUrlLimit) return webhookUrlProblems['too-long']
  const isAddress = URL.canParse(wanted) && !wanted.includes('…')
  return isAddress ? null : webhookUrlProblems['not-an-address']
}
