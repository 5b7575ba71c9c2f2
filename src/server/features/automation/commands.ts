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
  return maskedView(await store.getAutomation(db))
}

/** Changes the settings that are sent, unless they are sent as they were seen, and keeps the rest. Returns the settings, with the address shortened. */
export function changeAutomation(
  { db, clock, config }: Deps,
  acting: Acting,
  change: AutomationSettingsChange,
): Promise<AutomationSettingsView> {
  return db.transaction(async (tx) => {
    await store.lockAutomation(tx, {})
    const before = await store.getAutomation(tx)
    const { webhookUrl = before.webhookUrl, seen, ...switches } = touched(change)
    assertSeen(seen, maskedView(before))
    const after = { ...before, ...switches, webhookUrl: newAddress(webhookUrl, before, config) }
    if (isSame(before, after)) return maskedView(after)
    await store.putAutomation(tx, after)
    tx.announce({ topics: ['automation'] })
    await recordAct({ clock }, tx, acting, {
      action: 'automation.update',
      subject: 'automation',
      details: { before: maskedView(before), after: maskedView(after) },
    })
    return maskedView(after)
  })
}

/** Without the fields that are sent as they were seen: nobody touched them, so somebody else's change stays. */
function touched({ seen, ...fields }: AutomationSettingsChange): AutomationSettingsChange {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const untouched = names.filter((name) => seen?.[name] !== undefined && seen[name] === fields[name])
  const without = <Part extends object>(part: Part) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !untouched.some((one) => one === name)))
  return { ...without(fields), seen: without(seen ?? {}) }
}

const previousSecretLifeMs = 24 * 3_600_000

/** Rotates the hook secret on every instance. Throws a 409 if the environment sets the secret. */
export async function changeHookSecret(deps: Deps, acting: Acting) {
  const { db, clock, secrets } = deps
  if (secrets.isFromEnvironment)
    throw new AppError('conflict', 'The secret is set by WEBHOOK_SECRET: change it there')
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

/** Does not validate an unchanged address again: an old address must not block saving the other settings. */
function newAddress(given: string | null, before: AutomationSettings, hosts: OutgoingHosts): string | null {
  if (given === null) return null
  if (given === before.webhookUrl || given === maskedView(before).webhookUrl) return before.webhookUrl
  const verdict = webhookUrlVerdict(given, hosts)
  if (verdict !== 'ok') throw invalidField('webhookUrl', webhookUrlProblems[verdict])
  return new URL(given).href
}

function maskedView(settings: AutomationSettings): AutomationSettingsView {
  const { webhookUrl } = settings
  return { ...settings, webhookUrl: webhookUrl && maskedWebhookUrl(webhookUrl) }
}

function isSame(before: AutomationSettings, after: AutomationSettings): boolean {
  return Object.entries(after).every(([name, value]) => value === before[name as keyof AutomationSettings])
}
