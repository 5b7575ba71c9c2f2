import type { Day } from '#domain/days.ts'
import type { deliveryOutcomes } from '#domain/deliveries.ts'
import type { ContestId, Id, PostId, ShareId, TeamId, UserId, WebhookId } from '#domain/ids.ts'
import type { LedgerReason, Platform, ShareStatus } from '#domain/vocabulary.ts'
import type { testEvent, WebhookEvent } from '#domain/webhooks.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'

interface WebhookFields {
  /** Where it is told, by https. */
  readonly url: string
  /** What it is told of; at least one event. */
  readonly events: WebhookEvent[]
}

/** An address of another system that is told of events. */
export interface Webhook extends WebhookFields {
  readonly id: WebhookId
  readonly createdAt: string
  /** Since when nothing is sent; null while it is active. */
  readonly pausedAt: string | null
  readonly pauseReason: string | null
  /** Its newest delivery; null before the first, and after 30 days without one. */
  readonly lastDelivery: {
    readonly outcome: (typeof deliveryOutcomes)[number]
    readonly status: number | null
    readonly reason: string | null
    readonly createdAt: string
  } | null
}

/** A webhook that was just made, with its secret, which no other answer contains. */
export interface MadeWebhook extends Webhook {
  /** Signs what is sent: `whsec_` and the key in base64. */
  readonly secret: string
}

/** The webhooks, oldest first. */
export const listWebhooks = endpoint<{ answer: ListOf<Webhook> }>('GET', '/api/admin/webhooks')

/** Makes a webhook. 400 for an address that cannot be used, 409 when there are too many. */
export const createWebhook = endpoint<{ body: WebhookFields; answer: Data<MadeWebhook> }>(
  'POST',
  '/api/admin/webhooks',
)

/** Omitted fields stay as they are. `isPaused` pauses or resumes. */
export interface WebhookChange extends Partial<WebhookFields> {
  readonly isPaused?: boolean
}

export const updateWebhook = endpoint<{
  params: { id: WebhookId }
  body: WebhookChange
  answer: Data<Webhook>
}>('PUT', '/api/admin/webhooks/:id')

/** Deletes a webhook. Its deliveries stay in the log. */
export const deleteWebhook = endpoint<{ params: { id: WebhookId }; answer: NoContent }>(
  'DELETE',
  '/api/admin/webhooks/:id',
)

/** Sends one test message, now, also while the webhook is paused. 502 when the receiver does not accept it. */
export const testWebhook = endpoint<{
  params: { id: WebhookId }
  answer: { readonly success: true; readonly message: string }
}>('POST', '/api/admin/webhooks/:id/test')

interface Message<Type extends string, Content> {
  readonly type: Type
  /** When it happened. */
  readonly timestamp: string
  readonly data: Content
}

interface OfMember {
  readonly memberId: UserId
  readonly displayName: string
}

interface OfShare extends OfMember {
  readonly shareId: ShareId
  readonly platform: Platform
  readonly shareUrl: string | null
  readonly status: ShareStatus
  /** The page of the product that shows it. */
  readonly link: string
}

/** The bodies of what is sent, one for each event. */
export interface WebhookMessages {
  /** Points were booked, or taken back: one entry of the ledger. */
  readonly 'member.earned': Message<
    'member.earned',
    OfMember & {
      readonly entryId: Id<'ledgerEntry'>
      /** Negative when points are taken back. */
      readonly points: number
      readonly reason: LedgerReason
      /** The day of the workspace that the points count for. */
      readonly day: Day
      readonly link: string
    }
  >
  /** A member handed in a share. It is `approved` where shares are published automatically. */
  readonly 'share.submitted': Message<'share.submitted', OfShare>
  /** A share got another status than `pending`. */
  readonly 'share.decided': Message<
    'share.decided',
    OfShare & {
      readonly points: number
      /** What the member reads of a rejection. */
      readonly reason: string | null
    }
  >
  /** A contest ended and its champion is recorded. */
  readonly 'contest.closed': Message<
    'contest.closed',
    {
      readonly contestId: ContestId
      readonly title: string
      readonly startDate: Day
      readonly endDate: Day
      readonly champion: OfMember & { readonly points: number }
      /** The first of the teams, with its points for each active member; null unless the contest was between teams. */
      readonly championTeam: {
        readonly teamId: TeamId
        readonly name: string
        readonly average: number
      } | null
      readonly link: string
    }
  >
  /** A post appeared in the feed. */
  readonly 'post.added': Message<
    'post.added',
    {
      readonly postId: PostId
      readonly platform: Platform
      readonly authorName: string
      /** The address of the post; null without a real one. */
      readonly postUrl: string | null
      readonly link: string
    }
  >
  /** An administrator pressed Send test. */
  readonly [testEvent]: Message<typeof testEvent, { readonly webhookId: WebhookId }>
}

export type WebhookMessage = WebhookMessages[keyof WebhookMessages]
