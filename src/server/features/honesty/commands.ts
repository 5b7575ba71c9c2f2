import type { HonestySettings } from '#domain/honesty.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

/** Replaces the settings. Earned points stay as they are. */
export function changeHonesty(
  { db, clock }: Deps,
  acting: Acting,
  after: HonestySettings,
): Promise<HonestySettings> {
  return db.transaction(async (tx) => {
    await store.lockHonesty(tx, {})
    const before = await store.getHonesty(tx)
    if (isSame(before, after)) return before
    await store.putHonesty(tx, after)
    tx.announce({ topics: ['honesty'] })
    await recordAct({ clock }, tx, acting, {
      action: 'honesty.update',
      subject: 'honesty',
      details: { before, after },
    })
    return after
  })
}

function isSame(a: HonestySettings, b: HonestySettings): boolean {
  return JSON.stringify(valuesOf(a)) === JSON.stringify(valuesOf(b))
}

function valuesOf({ dailyCaps: { like, comment, share }, linkClicks, checks }: HonestySettings) {
  return [like, comment, share, linkClicks.perDay, linkClicks.perAddress, checks]
}
