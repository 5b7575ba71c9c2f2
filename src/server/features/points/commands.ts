import type {
  NewPointsConfiguration,
  PointsConfiguration,
  PointsConfigurationChange,
} from '#contract/points.ts'
import type { PointsRuleId } from '#domain/ids.ts'
import { givesTooMuch, mostRulePoints } from '#domain/points.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import * as store from './store.ts'

/** Adds a points rule for future reports. Points earned before stay. */
export async function createConfiguration(
  deps: Deps,
  acting: Acting,
  wanted: NewPointsConfiguration,
): Promise<PointsConfiguration> {
  if (givesTooMuch(wanted)) throw tooMuch('multiplier')
  return deps.db.transaction(async (tx) => {
    const createdAt = deps.clock.now()
    const after = await store.insertPointsConfiguration(tx, { id: newId(), ...wanted, createdAt })
    tx.announce(changedRules)
    await recordAct(deps, tx, acting, {
      action: 'points-config.create',
      subject: after.id,
      details: { after },
    })
    return after
  })
}

/** Changes a points rule, except its action type. */
export async function updateConfiguration(
  deps: Deps,
  acting: Acting,
  { id, change }: { readonly id: PointsRuleId; readonly change: PointsConfigurationChange },
): Promise<PointsConfiguration> {
  return deps.db.transaction(async (tx) => {
    const before = await known(tx, id)
    const { actionType = before.actionType, ...changes } = change
    if (actionType !== before.actionType) {
      throw invalidField('actionType', 'The action type of a configuration cannot be changed')
    }
    const wanted = { ...before, ...changes }
    if (givesTooMuch(wanted)) throw tooMuch(changes.multiplier === undefined ? 'pointValue' : 'multiplier')
    const after = await store.updatePointsConfiguration(tx, wanted)
    tx.announce(changedRules)
    const details = { before, after }
    await recordAct(deps, tx, acting, { action: 'points-config.update', subject: id, details })
    return after
  })
}

/** Removes a points rule. Points that it gave stay. */
export async function deleteConfiguration(deps: Deps, acting: Acting, id: PointsRuleId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await known(tx, id)
    await store.deletePointsConfiguration(tx, id)
    tx.announce(changedRules)
    await recordAct(deps, tx, acting, { action: 'points-config.delete', subject: id, details: { before } })
  })
}

function tooMuch(path: 'pointValue' | 'multiplier') {
  const most = mostRulePoints.toLocaleString('en-US')
  return invalidField(path, `Points times multiplier must not give more than ${most} points`)
}

async function known(tx: Tx, id: PointsRuleId): Promise<PointsConfiguration> {
  const row = await store.findPointsConfiguration(tx, id)
  if (!row) throw new AppError('unknown', 'This configuration was not found')
  return row
}

// A rule can change the worth of every post.
const changedRules: Announcement = {
  topics: ['rules', 'rewards'],
  messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: null } }],
}
