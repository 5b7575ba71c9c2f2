import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'

/** The hook secret that the product generated, and the previous one until it expires. */
export interface KeptHookSecrets {
  readonly current: string
  readonly previous: { readonly secret: string; readonly endsAt: Date } | null
}

const setting = { key: col.text, value: col.text }
// The first writer wins, so that all instances share one secret.
const getOrInsert = query({
  name: 'get_or_insert_setting',
  sql: `with made as (
     insert into settings (key, value) values ($key, $value) on conflict (key) do nothing returning value
   )
   select value from made union all select value from settings where key = $key limit 1`,
  params: setting,
  row: { value: col.text },
})
const currentKey = 'webhook_secret'
const previousKey = 'webhook_secret_previous'
// One statement reads both, so that a read between two writes never mixes old and new.
const listHookSecrets = query({
  name: 'list_hook_secrets',
  sql: `select key, value from settings where key in ('${currentKey}', '${previousKey}')`,
  row: setting,
})
export const putSetting = query({
  name: 'put_setting',
  sql: 'insert into settings (key, value) values ($key, $value) on conflict (key) do update set value = excluded.value',
  params: setting,
})
/** Sets a value. Returns no row if it was so already; one that was never set counts as `unset`. */
export const changeSetting = query({
  name: 'change_setting',
  sql: `insert into settings (key, value) select $key, $value
   where $value <> $unset or exists (select from settings where key = $key)
   on conflict (key) do update set value = excluded.value where settings.value <> excluded.value
   returning key`,
  params: { ...setting, unset: col.text },
  row: { key: col.text },
})
export const findSetting = query({
  name: 'find_setting',
  sql: 'select value from settings where key = $key',
  params: { key: col.text },
  row: { value: col.text },
})
export const deleteSetting = query({
  name: 'delete_setting',
  sql: 'delete from settings where key = $key',
  params: { key: col.text },
})
/** Makes transactions that change the secrets of the hooks run one after another. */
export const lockHookSecrets = query({ name: 'lock_hook_secrets', sql: advisoryLock('hookSecrets') })

/** The key that signs sign-in attempts, generated once. */
export function getSessionSecret(db: Db | Tx): Promise<string> {
  return keep(db, 'session_secret', randomBytes(32).toString('base64url'))
}

export function newHookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`
}

/** The secrets of the hooks. Generates the first one if there is none. */
export async function getHookSecrets(db: Db | Tx): Promise<KeptHookSecrets> {
  const rows = await listHookSecrets(db, {})
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const current = values.get(currentKey) ?? (await keep(db, currentKey, newHookSecret()))
  return { current, previous: previousIn(values.get(previousKey)) }
}

export async function putHookSecrets(tx: Tx, { current, previous }: KeptHookSecrets): Promise<void> {
  await putSetting(tx, { key: currentKey, value: current })
  await putSetting(tx, { key: previousKey, value: JSON.stringify(previous) })
}

function previousIn(value: string | undefined): KeptHookSecrets['previous'] {
  // Written above.
  const kept = JSON.parse(value ?? 'null') as { secret: string; endsAt: string } | null
  return kept && { secret: kept.secret, endsAt: new Date(kept.endsAt) }
}

async function keep(db: Db | Tx, key: string, value: string): Promise<string> {
  for (;;) {
    const row = await getOrInsert.first(db, { key, value })
    // Returns no row only while another instance is committing the same key.
    if (row) return row.value
  }
}
