import { z } from 'zod'
import { webhookUrlLimit } from '#domain/automation.ts'
import { deliveryOutcomes } from '#domain/deliveries.ts'
import { ledgerReasons, platforms, shareStatuses } from '#domain/vocabulary.ts'
import { testEvent, webhookEvents } from '#domain/webhooks.ts'
import { day, idOf, instant, listOf } from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import * as contract from './webhooks.ts'

const fields = {
  url: z
    .string('Address is required')
    .trim()
    .min(1, 'Address is required')
    .max(webhookUrlLimit, `Must be at most ${webhookUrlLimit} characters long`),
  events: z
    .array(z.enum(webhookEvents, `Must be of ${webhookEvents.join(', ')}`), 'Choose at least one event')
    .min(1, 'Choose at least one event')
    .refine((events) => new Set(events).size === events.length, 'Name each event once'),
}

const shown = {
  id: idOf<'webhook'>(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: instant,
  pausedAt: instant.nullable(),
  pauseReason: z.string().nullable(),
  lastDelivery: z
    .object({
      outcome: z.enum(deliveryOutcomes),
      status: z.int().nullable(),
      reason: z.string().nullable(),
      createdAt: instant,
    })
    .nullable(),
}
const webhook = z.object(shown) satisfies z.ZodType<contract.Webhook>
const params = z.object({ id: idOf<'webhook'>() })

export const listWebhooks = serve(contract.listWebhooks, { answer: listOf(webhook) })

export const createWebhook = serve(contract.createWebhook, {
  body: z.object(fields),
  answer: z.object({ data: z.object({ ...shown, secret: z.string() }) }),
})

export const updateWebhook = serve(contract.updateWebhook, {
  params,
  body: z.object({ ...fields, isPaused: z.boolean('Must be true or false') }).partial(),
  answer: z.object({ data: webhook }),
})

export const deleteWebhook = serve(contract.deleteWebhook, { params, answer: noContent })

export const testWebhook = serve(contract.testWebhook, {
  params,
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

const ofMember = { memberId: idOf<'user'>(), displayName: z.string() }
const ofShare = {
  ...ofMember,
  shareId: idOf<'share'>(),
  platform: z.enum(platforms),
  shareUrl: z.string().nullable(),
  status: z.enum(shareStatuses),
  link: z.url(),
}

function message<const Type extends string, Shape extends z.ZodRawShape>(type: Type, data: Shape) {
  return z.strictObject({ type: z.literal(type), timestamp: instant, data: z.strictObject(data) })
}

/** The schemas of the bodies that are sent. Tests hold what is sent and the examples in the guide against them. */
export const webhookMessages = {
  'member.earned': message('member.earned', {
    ...ofMember,
    entryId: idOf<'ledgerEntry'>(),
    points: z.int(),
    reason: z.enum(ledgerReasons),
    day,
    link: z.url(),
  }),
  'share.submitted': message('share.submitted', ofShare),
  'share.decided': message('share.decided', { ...ofShare, points: z.int(), reason: z.string().nullable() }),
  'contest.closed': message('contest.closed', {
    contestId: idOf<'contest'>(),
    title: z.string(),
    startDate: day,
    endDate: day,
    champion: z.strictObject({ ...ofMember, points: z.int() }),
    championTeam: z
      .strictObject({ teamId: idOf<'team'>(), name: z.string(), average: z.number() })
      .nullable(),
    link: z.url(),
  }),
  'post.added': message('post.added', {
    postId: idOf<'post'>(),
    platform: z.enum(platforms),
    authorName: z.string(),
    postUrl: z.string().nullable(),
    link: z.url(),
  }),
  [testEvent]: message(testEvent, { webhookId: idOf<'webhook'>() }),
} satisfies { readonly [Type in keyof contract.WebhookMessages]: z.ZodType<contract.WebhookMessages[Type]> }
