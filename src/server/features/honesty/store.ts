import { defaultHonesty, type HonestySettings } from '#domain/honesty.ts'
import { checkLevels } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'

const settings = {
  capLike: col.nullable(col.int),
  capComment: col.nullable(col.int),
  capShare: col.nullable(col.int),
  clicksPerDay: col.int,
  clicksPerAddress: col.int,
  checks: col.word(checkLevels),
}
const read = query({
  name: 'get_honesty_settings',
  sql: `select cap_like as "capLike", cap_comment as "capComment", cap_share as "capShare",
     clicks_per_day as "clicksPerDay", clicks_per_address as "clicksPerAddress", checks
   from honesty_settings`,
  row: settings,
})
const put = query({
  name: 'put_honesty_settings',
  sql: `insert into honesty_settings (cap_like, cap_comment, cap_share, clicks_per_day, clicks_per_address, checks)
   values ($capLike, $capComment, $capShare, $clicksPerDay, $clicksPerAddress, $checks)
   on conflict (id) do update set cap_like = excluded.cap_like, cap_comment = excluded.cap_comment,
     cap_share = excluded.cap_share, clicks_per_day = excluded.clicks_per_day,
     clicks_per_address = excluded.clicks_per_address, checks = excluded.checks`,
  params: settings,
})
/** Serialises transactions that change the settings. */
export const lockHonesty = query({ name: 'lock_honesty_settings', sql: advisoryLock('honestySettings') })

/** The current settings, or the defaults before the first change. */
export async function getHonesty(db: Db | Tx): Promise<HonestySettings> {
  const row = await read.first(db, {})
  if (!row) return defaultHonesty
  const { capLike, capComment, capShare, clicksPerDay, clicksPerAddress, checks } = row
  return {
    dailyCaps: { like: capLike, comment: capComment, share: capShare },
    linkClicks: { perDay: clicksPerDay, perAddress: clicksPerAddress },
    checks,
  }
}

export async function putHonesty(
  db: Db | Tx,
  { dailyCaps, linkClicks, checks }: HonestySettings,
): Promise<void> {
  await put(db, {
    capLike: dailyCaps.like,
    capComment: dailyCaps.comment,
    capShare: dailyCaps.share,
    clicksPerDay: linkClicks.perDay,
    clicksPerAddress: linkClicks.perAddress,
    checks,
  })
}
