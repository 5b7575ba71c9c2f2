import { slackCallbackPath } from '#contract/auth.ts'
import type { Setup, SetupChange, SetupStepKey } from '#contract/setup.ts'
import { setupStepKeys } from '#contract/setup.ts'
import { slackAppAddress, slackManifest, slackSettings } from '#domain/slack-app.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { changeSetting, findSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { getConnection } from '../notifications/store.ts'
import { getSetupFacts } from './store.ts'

const hiddenKey = 'setup_hidden'
const rulesSeenKey = 'setup_points_rules_seen'

/** How far the first hour has come. Every step follows from what is in the product now. */
export async function readSetup({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Setup> {
  const facts = await getSetupFacts.one(db, {})
  const done: Readonly<Record<SetupStepKey, boolean>> = {
    // Only administrators ask.
    signed_in: true,
    chat: config.missingSlackVariables.length === 0 && (await isConnected(db, config)),
    members: facts.hasMembers,
    first_post: facts.hasPost,
    points_rules: await isOn(db, rulesSeenKey),
    first_contest: facts.hasContest,
  }
  return {
    hidden: await isOn(db, hiddenKey),
    steps: setupStepKeys.map((key) => ({ key, done: done[key] })),
    slackApp: slackAppOf(config),
  }
}

/** Hides the card or shows it again, for the whole workspace, and notes that the points rules were looked at. */
export async function changeSetup(
  deps: Deps,
  acting: Acting,
  { hidden, pointsRulesSeen }: SetupChange,
): Promise<Setup> {
  await deps.db.transaction(async (tx) => {
    const isMoved = hidden !== undefined && (await set(tx, hiddenKey, hidden))
    const isSeenNow = pointsRulesSeen === true && (await set(tx, rulesSeenKey, true))
    if (isMoved || isSeenNow) tx.announce({ topics: ['setup'] })
    if (!isMoved) return
    await recordAct(deps, tx, acting, { action: hidden ? 'setup.hide' : 'setup.show', subject: 'setup' })
  })
  return readSetup(deps)
}

async function isConnected(db: Db, { slackChannelId }: Deps['config']): Promise<boolean> {
  return (await getConnection(db, slackChannelId ?? '')).state === 'connected'
}

function slackAppOf(config: Deps['config']): Setup['slackApp'] {
  const { workspaceName: name, publicUrl } = config
  const manifest = slackManifest({ name, publicUrl, redirectUrl: `${publicUrl}${slackCallbackPath}` })
  const wantsEvents = 'event_subscriptions' in manifest.settings
  return {
    createUrl: slackAppAddress(manifest),
    manifest: JSON.stringify(manifest, null, 2),
    settings: slackSettings([
      ...config.missingSlackVariables,
      ...(wantsEvents && config.slackSigningSecret === null ? ['SLACK_SIGNING_SECRET'] : []),
    ]),
  }
}

async function isOn(db: Db | Tx, key: string): Promise<boolean> {
  return (await findSetting.first(db, { key }))?.value === 'on'
}

/** Whether this changed anything; two administrators who do the same at once change it once. */
async function set(tx: Tx, key: string, isWanted: boolean): Promise<boolean> {
  return (await changeSetting.first(tx, { key, value: isWanted ? 'on' : 'off', unset: 'off' })) !== null
}
