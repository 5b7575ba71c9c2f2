import { expect } from 'vitest'
import { webhookMessages } from '#contract/webhooks.schema.ts'
import type { WebhookMessage } from '#contract/webhooks.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import type { CaughtRequest } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { createWebhook } from '#server/features/webhooks/commands.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import type { TestApp, TestMember } from './app.ts'

/** Makes a webhook and returns it with its secret. */
export function insertWebhook(t: TestApp, member: TestMember, url: string, events: readonly WebhookEvent[]) {
  return createWebhook(t.deps, { member, ip: '127.0.0.1' }, { url, events })
}

/** Its body, once the signature and the shape are found to be right. */
export function readMessage(
  t: TestApp,
  { headers, body: rawBody }: CaughtRequest,
  secret: string,
): WebhookMessage {
  expect(() => assertSignature({ headers, rawBody }, [secret], t.clock.now())).not.toThrow()
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Ovation' })
  const message = JSON.parse(String(rawBody)) as WebhookMessage
  expect(webhookMessages[message.type].parse(message)).toEqual(message)
  expect(String(rawBody)).not.toMatch(/@|whsec_/)
  return message
}

interface WaitingDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly route: string
  readonly body: WebhookMessage
}

const listWaiting = statement<WaitingDelivery>(
  'test_waiting_deliveries',
  `select id, webhook_id, route, body from deliveries where outcome = 'pending' and webhook_id is not null
   order by created_at, coalesce(body->'data'->>'entryId', id::text)`,
)

/** The deliveries that are to be sent, each with its job. */
export async function waitingDeliveries({ deps }: TestApp): Promise<WaitingDelivery[]> {
  return deps.db.run(listWaiting, [])
}
