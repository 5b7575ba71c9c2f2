import { col, query } from '#server/db/query.ts'
import { createWebhook, sendTest, updateWebhook, webhookClient } from '#server/features/webhooks/commands.ts'
import type { Story } from './story.ts'

const findAdmin = query({
  name: 'test_find_administrator',
  sql: `select id from users where role = 'admin' order by created_at limit 1`,
  row: { id: col.id<'user'>() },
})

/** An active webhook with an accepted delivery, and a paused one with a failed delivery and a long name. */
export async function insertWebhooks({ sandbox: { server, catchHook } }: Story): Promise<void> {
  const { deps } = server
  const acting = { member: await findAdmin.one(deps.db, {}), ip: '127.0.0.1' }
  const events = ['member.earned', 'share.decided', 'contest.closed', 'post.added'] as const
  const active = await createWebhook(deps, acting, { url: catchHook.url, events })
  const url = 'https://a-receiver-with-a-long-name.automation.brightwater.example/hooks/incoming'
  const paused = await createWebhook(deps, acting, { url, events: ['share.submitted'] })
  const client = webhookClient(deps.config, {
    resolve: () => Promise.reject(new Error('There is no such name')),
  })
  await sendTest(deps, client, { acting, id: active.id })
  await sendTest(deps, client, { acting, id: paused.id }).catch(() => undefined)
  await updateWebhook(deps, acting, { id: paused.id, change: { isPaused: true } })
}
