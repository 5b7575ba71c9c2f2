import { useQuery } from '@tanstack/react-query'
import type { BodyOf, SentOf } from '#contract/endpoint.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook, updateWebhook } from '#contract/webhooks.ts'
import type { WebhookId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** The addresses of other systems that are told of events. */
export function useWebhooks() {
  // Each delivery changes what it says of the last one.
  return useQuery({ ...read(listWebhooks), staleTime: 0 })
}

/** Makes a webhook. The answer is the only place where its secret is shown. */
export function useCreateWebhook() {
  return useWrite(
    (body: SentOf<typeof createWebhook>) => call(createWebhook, { body }),
    ['webhooks', 'audit'],
  )
}

interface Change {
  readonly id: WebhookId
  readonly body: BodyOf<typeof updateWebhook>
}

export function useUpdateWebhook() {
  return useWrite(
    ({ id, body }: Change) => call(updateWebhook, { params: { id }, body }),
    ['webhooks', 'audit'],
  )
}

export function useDeleteWebhook() {
  return useWrite((id: WebhookId) => call(deleteWebhook, { params: { id } }), ['webhooks', 'audit'])
}

/** Sends a test message. It is in the log, whatever becomes of it. */
export function useTestWebhook() {
  return useWrite((id: WebhookId) => call(testWebhook, { params: { id } }), ['deliveries', 'audit'])
}
