import type { AutomationSettingsChange, AutomationSettingsView } from '#contract/automation.ts'
import {
  type AutomationSettings,
  maskedWebhookUrl,
  type OutgoingHosts,
  webhookUrlProblems,
  webhookUrlVerdict,
} from '#domain/automation.ts'
import { type Acting, recordAct } from '#server/db/audit.ts'
import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/errors.ts'
import * as store from './store.ts'

/** The settings, with the address shortened. */
export async function readAutomation({ db }: Deps): Promise<AutomationSettingsView> {
  return shown(await store.getAutomation(db))
}

/** Changes what is named and keeps the rest. Answers the settings, with the address shortened. */
export function changeAutomation(
  { db, clock, config }: Deps,
  acting: Acting,
  change: AutomationSettingsChange,
): Promise<AutomationSettingsView> {
  return db.transaction(async (tx) => {
    await store.lockAutomation(tx)
    const before = await store.getAutomation(tx)
    const { webhookUrl = before.webhookUrl, ...switches } = change
    const after = { ...before, ...switches, webhookUrl: addressMeant(webhookUrl, before, config) }
    if (isSame(before, after)) return shown(after)
    await store.putAutomation(tx, after)
    await recordAct(tx, {
      acting,
      action: 'automation.update',
      subject: 'automation',
      details: { before: shown(before), after: shown(after) },
      at: clock.now(),
    })
    return shown(after)
  })
}

/** An address that did not change is not looked at again: it must not keep the other settings from being saved. */
function addressMeant(given: string | null, before: AutomationSettings, hosts: OutgoingHosts): string | null {
  if (given === null) return null
  if (given === before.webhookUrl || given === shown(before).webhookUrl) return before.webhookUrl
  const verdict = webhookUrlVerdict(given, hosts)
  if (verdict !== 'ok') throw invalidField('webhookUrl', webhookUrlProblems[verdict])
  return new URL(given).href
}

function shown(settings: AutomationSettings): AutomationSettingsView {
  const { webhookUrl } = settings
  return { ...settings, webhookUrl: webhookUrl && maskedWebhookUrl(webhookUrl) }
}

function isSame(before: AutomationSettings, after: AutomationSettings): boolean {
  return Object.entries(after).every(([name, value]) => value === before[name as keyof AutomationSettings])
}
