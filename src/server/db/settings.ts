import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Secrets } from '#server/deps.ts'
import type { Handle } from './handle.ts'
import { statement } from './handle.ts'

// Whoever comes second keeps what the first one made, so that all instances have the same secret.
const getOrInsert = statement<{ value: string }>(
  'get_or_insert_setting',
  `with made as (insert into settings (key, value) values ($1, $2) on conflict (key) do nothing returning value)
   select value from made union all select value from settings where key = $1 limit 1`,
)

/** The secrets of this workspace: from the configuration, else made once and kept. */
export async function readSecrets(db: Handle, config: Config): Promise<Secrets> {
  const session =
    config.sessionSecret ?? (await keep(db, 'session_secret', randomBytes(32).toString('base64url')))
  const webhook =
    config.webhookSecret ??
    (await keep(db, 'webhook_secret', `whsec_${randomBytes(24).toString('base64url')}`))
  return {
    session,
    webhooks: config.webhookSecretPrevious ? [webhook, config.webhookSecretPrevious] : [webhook],
  }
}

async function keep(db: Handle, key: string, fresh: string): Promise<string> {
  for (;;) {
    const [row] = await db.run(getOrInsert, [key, fresh])
    // Empty only while another instance is committing the same key.
    if (row) return row.value
  }
}
