import type { Applause } from '#contract/activities.ts'
import { applauseVerdict } from '#domain/applause.ts'
import { dayOf } from '#domain/days.ts'
import type { Id, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { deleteApplause, findActivityOwner, insertApplause, listApplauders } from './store.ts'

interface Clap {
  readonly id: Id<'activity'>
  /** Who applauds. */
  readonly memberId: UserId
}

/** Applauds a colleague's activity. Changes nothing if the member does so already. */
export function applaud({ db, clock, config }: Deps, { id, memberId }: Clap): Promise<Applause> {
  return db.transaction(async (tx) => {
    const receiverId = await receiverOf(tx, { id, memberId })
    const at = clock.now()
    const row = { id, userId: memberId, receiverId, day: dayOf(at, config.timeZone), at }
    if (await insertApplause.first(tx, row)) tx.announce({ topics: ['activities'] })
    return applauseFor(tx, { id, memberId })
  })
}

/** Takes a member's applause back. Changes nothing if there is none. */
export function takeApplauseBack({ db }: Deps, { id, memberId }: Clap): Promise<Applause> {
  return db.transaction(async (tx) => {
    await receiverOf(tx, { id, memberId })
    if (await deleteApplause.first(tx, { id, userId: memberId })) tx.announce({ topics: ['activities'] })
    return applauseFor(tx, { id, memberId })
  })
}

/** The member whom applause for this activity is for. Refuses an unknown activity, and one that is no colleague's. */
async function receiverOf(tx: Tx, { id, memberId }: Clap): Promise<UserId> {
  const line = await findActivityOwner.first(tx, { id })
  if (!line) throw new AppError('unknown', 'This activity was not found')
  const { ownerId } = line
  const verdict = applauseVerdict(ownerId, memberId)
  if (verdict === 'own') throw new AppError('not-allowed', 'You cannot applaud your own activity')
  if (ownerId === null) throw new AppError('not-allowed', 'Only what colleagues do can be applauded')
  return ownerId
}

async function applauseFor(tx: Tx, { id, memberId }: Clap): Promise<Applause> {
  const applauders = await listApplauders(tx, { id })
  return { count: applauders.length, mine: applauders.some(({ userId }) => userId === memberId) }
}
