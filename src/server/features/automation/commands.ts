import type { AutomationSettingsChange, AutomationSettingsView } from '#contract/automation.ts'
import {
  type AutomationSettings,
  maskedWebhookUrl,
  type OutgoingHosts,
  webhookUrlProblems,
  webhookUrlVerdict,
} from '#domain/automation.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import {
  getHookSecrets,
  type KeptHookSecrets,
  lockHookSecrets,
  newHookSecret,
  putHookSecrets,
} from '#server/access/settings.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
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
    await store.lockAutomation(tx, {})
    const before = await store.getAutomation(tx)
    const { seen, webhookUrl = before.webhookUrl, ...switches } = change
    assertSeen(seen, shown(before))
    const after = { ...before, ...switches, webhookUrl: addressMeant(webhookUrl, before, config) }
    if (isSame(before, after)) return shown(after)
    await store.putAutomation(tx, after)
    tx.announce({ topics: ['automation'] })
    await recordAct({ clock }, tx, acting, {
      action: 'automation.update',
      subject: 'automation',
      details: { before: shown(before), after: shown(after) },
    })
    return shown(after)
  })
}

const previousSecretLifeMs = 24 * 3_600_000

/** Makes another secret for the hooks, on every instance. Throws a 409 when it is set in the environment. */
export async function changeHookSecret(deps: Deps, acting: Acting) {
  const { db, clock, secrets } = deps
  if (secrets.isFromEnvironment)
    throw new AppError('conflict', 'The secret is set by WEBHOOK_SECRET, and is changed there')
  await db.transaction(async (tx) => {
    await lockHookSecrets(tx, {})
    const before = await getHookSecrets(tx)
    const at = clock.now()
    const endsAt = new Date(at.getTime() + previousSecretLifeMs)
    const after = { current: newHookSecret(), previous: { secret: before.current, endsAt } }
    await putHookSecrets(tx, after)
    tx.announce({ topics: ['automation'], hasNewSecret: true })
    await recordAct({ clock }, tx, acting, {
      action: 'hook-secret.rotate',
      subject: 'hook-secret',
      details: { before: endOf(before), after: endOf(after) },
    })
  })
  await secrets.read()
  return {
    secret: secrets.webhooks[0] ?? '',
    isFromEnvironment: false,
    previousEndsAt: secrets.previousEndsAt?.toISOString() ?? null,
  }
}

function endOf({ previous }: KeptHookSecrets) {
  return { previousEndsAt: previous?.endsAt.toISOString() ?? null }
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
