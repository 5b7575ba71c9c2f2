import type { AnalyticsPeriod, Surge } from '#contract/analytics.ts'
import { mostSurges } from '#contract/analytics.ts'
import { surgeMinutes } from '#domain/surges.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import type { Deps } from '#server/deps.ts'
import { figureFolding, spanOf } from '../analytics/commands.ts'
import * as store from './store.ts'

const key = 'surges_sought_until'
const minuteMs = 60_000
const portionMs = 60 * minuteMs
/** After a longer pause, only so much of the past is looked at. */
const longestPastMs = 24 * portionMs
/** A report may be committed so much later than its time says. */
const latestMs = 2 * minuteMs

/**
 * Looks for surges among the reports since the last time, in portions of an hour. Neighbouring portions overlap, so that
 * no surge falls between two.
 */
export async function seekSurges({ db, clock }: Deps, isOver: () => boolean): Promise<void> {
  const nowMs = clock.now().getTime()
  const known = Date.parse((await findSetting.first(db, { key }))?.value ?? '')
  const begun = Number.isNaN(known) || known > nowMs ? nowMs - longestPastMs : known
  let fromMs = Math.max(begun, nowMs - longestPastMs)
  while (fromMs < nowMs && !isOver()) {
    const toMs = Math.min(fromMs + portionMs, nowMs)
    const from = new Date(fromMs - surgeMinutes * minuteMs - latestMs)
    await db.transaction(async (tx) => {
      await store.putSurges(tx, { from, to: new Date(toMs) })
      await putSetting(tx, { key, value: new Date(toMs).toISOString() })
    })
    fromMs = toMs
  }
}

/** The latest surges of a period, the last first, and how many it has. */
export async function readSurges(
  deps: Deps,
  days: AnalyticsPeriod,
): Promise<{ data: Surge[]; total: number }> {
  const { since, until } = spanOf(deps, days)
  await figureFolding.fold(deps.db)
  const [rows, { total }] = await Promise.all([
    store.listSurges(deps.db, { since, until, limit: mostSurges }),
    store.countSurges.one(deps.db, { since, until }),
  ])
  return { data: rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() })), total }
}
