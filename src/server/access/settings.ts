import { randomBytes } from 'node:crypto'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

/** The secret of the hooks that the product made itself, and the one before it until it ends. */
export interface KeptHookSecrets {
  readonly current: string
  readonly previous: { readonly secret: string; readonly endsAt: Date } | null
}

// Whoever comes second keeps what the first one made, so that all instances have the same secret.
const getOrInsert = statement<{ value: string }>(
  'get_or_insert_setting',
  `with made as (insert into settings (key, value) values ($1, $2) on conflict (key) do nothing returning value)
   select value from made union all select value from settings where key = $1 limit 1`,
)
const currentKey = 'webhook_secret'
const previousKey = 'webhook_secret_previous'
// Both in one reading, so that one that comes between two writings never mixes them.
const listHookSecrets = statement<{ key: string; value: string }>(
  'list_hook_secrets',
  'select key, value from settings where key in ($1, $2)',
)
const put = statement(
  'put_setting',
  'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
)
const lock = statement('lock_hook_secrets', 'select pg_advisory_xact_lock(7309)')

/** What seals attempts to sign in, made once. */
export function getSessionSecret(db: Db | Tx): Promise<string> {
  return keep(db, 'session_secret', randomBytes(32).toString('base64url'))
}

export function newHookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`
}

/** The secrets of the hooks; the first is made where there is none. */
export async function getHookSecrets(db: Db | Tx): Promise<KeptHookSecrets> {
  const rows = await db.run(listHookSecrets, [currentKey, previousKey])
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const current = values.get(currentKey) ?? (await keep(db, currentKey, newHookSecret()))
  return { current, previous: previousIn(values.get(previousKey)) }
}

/** Puts the transaction in line with all others that change the secrets of the hooks. */
export async function lockHookSecrets(tx: Tx): Promise<void> {
  await tx.run(lock, [])
}

export async function putHookSecrets(tx: Tx, { current, previous }: KeptHookSecrets): Promise<void> {
  await tx.run(put, [currentKey, current])
  await tx.run(put, [previousKey, JSON.stringify(previous)])
}

function previousIn(value: string | undefined): KeptHookSecrets['previous'] {
  // Written above.
  const kept = JSON.parse(value ?? 'null') as { secret: string; endsAt: string } | null
  return kept && { secret: kept.secret, endsAt: new Date(kept.endsAt) }
}

async function keep(db: Db | Tx, key: string, fresh: string): Promise<string> {
  for (;;) {
    const [row] = await db.run(getOrInsert, [key, fresh])
    // Empty only while another instance is committing the same key.
    if (row) return row.value
  }
}
