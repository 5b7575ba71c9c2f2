import type { HookEvent, HookField } from '#domain/hook-fields.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { HookAnswer } from './hooks.ts'
import type { NewPostPayload } from './posts.ts'

interface EngagementData {
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
  readonly views: number | null
}

interface EventFields<Engagement> {
  readonly post_id: string | null
  readonly share_id: string | null
  readonly status: string | null
  readonly post_url?: unknown
  readonly engagement_data?: Engagement | null
  /** When the numbers were true; the arrival if absent. */
  readonly updated_at: string | null
}

/** What every event may say; one of a post that goes into the feed also has the fields of `NewPostToSend`. */
export interface EventPayload extends EventFields<EngagementData> {
  readonly [field: string]: unknown
  readonly event: HookEvent
}

interface EventToSend extends Partial<EventFields<Partial<EngagementData>>> {
  readonly [field: string]: unknown
  readonly event: HookEvent
}

/** What happened to a share or a post in the scheduling tool. */
export const socialpilotEvent = endpoint<{ body: EventPayload; sent: EventToSend; answer: HookAnswer }>(
  'POST',
  '/api/socialpilot/webhook',
)

export const mostBackfillPosts = 100

export interface BackfillPayload {
  readonly posts: readonly NewPostPayload[]
}

export interface BackfillAnswer {
  readonly success: true
  readonly message: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/**
 * Adds earlier posts to the feed, all of them or none, without a word to the chat. A caller sends a list under
 * `posts`, a bare list, or a single post.
 */
export const backfillPosts = endpoint<{ body: BackfillPayload; sent: unknown; answer: BackfillAnswer }>(
  'POST',
  '/api/social-feed-posts/backfill',
)

export interface TestPostAnswer {
  readonly success: true
  readonly message: string
  readonly postId: PostId
  readonly trackableLinks: readonly {
    readonly userId: UserId
    readonly username: string
    readonly displayName: string
    readonly url: string
  }[]
}

/** Makes a post that only tests the connection, with the trackable links of a few members. */
export const testSocialpilot = endpoint<{ answer: TestPostAnswer }>('POST', '/api/webhooks/test-socialpilot')

interface HookToConnect {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly fields: readonly HookField[]
}

/** What to enter in the Slack app. */
interface SlackAppSetup {
  readonly redirectUrl: string
  readonly signInScopes: readonly string[]
  readonly botScopes: readonly { readonly scope: string; readonly meaning: string }[]
}

export interface SocialpilotSetup {
  readonly isEnabled: boolean
  readonly header: string
  readonly secret: string
  /** Whether another secret is accepted too, while it is changed. */
  readonly isRotating: boolean
  /** Set in the environment: it is changed there, and not here. */
  readonly isSecretFromEnvironment: boolean
  /** Until when the secret before it is accepted too; null when there is none that ends by itself. */
  readonly previousSecretEndsAt: string | null
  /** The origin of this workspace, and the one that it had before it moved. */
  readonly publicUrl: string
  readonly legacyPublicUrl: string | null
  readonly contentTypes: readonly string[]
  readonly hooks: readonly HookToConnect[]
  readonly events: readonly { readonly event: string; readonly meaning: string }[]
  readonly slack: SlackAppSetup
}

/** Everything that a person needs to connect the scheduling tool and the chat, filled in. */
export const getSocialpilotSetup = endpoint<{ answer: Data<SocialpilotSetup> }>(
  'GET',
  '/api/socialpilot/setup',
)
