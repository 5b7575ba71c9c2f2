import { slackCallbackPath } from '#contract/auth.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import type { NewPostPayload } from '#contract/posts.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import type { EventPayload, SocialpilotSetup } from '#contract/socialpilot.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import {
  engagementFields,
  eventFields,
  hookEventMeanings,
  postFields,
  triggerFields,
} from '#domain/hook-fields.ts'
import { type OwnOrigins, presentAddress } from '#domain/own-addresses.ts'
import { botScopes, signInScopes } from '#domain/slack-app.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { NewPost } from '#server/features/posts/commands.ts'

interface Place {
  readonly config: Pick<Config, 'publicUrl' | 'legacyPublicUrl'>
  readonly isEnabled: boolean
  readonly secrets: Deps['secrets']
}

/** The values needed to connect the scheduling tool and the chat to this workspace. Contains the secret. */
export function setupOf({
  config: { publicUrl, legacyPublicUrl },
  isEnabled,
  secrets,
}: Place): SocialpilotSetup {
  const at = (endpoint: { readonly method: string; readonly path: string }) => ({
    method: endpoint.method,
    url: `${publicUrl}${endpoint.path}`,
  })
  return {
    isEnabled,
    header: 'X-Webhook-Secret',
    secret: secrets.webhooks[0] ?? '',
    isRotating: secrets.webhooks.length > 1,
    isSecretFromEnvironment: secrets.isFromEnvironment,
    previousSecretEndsAt: secrets.previousEndsAt?.toISOString() ?? null,
    publicUrl,
    legacyPublicUrl,
    contentTypes: ['application/json', 'application/x-www-form-urlencoded', 'text/plain'],
    hooks: [
      { name: 'New post', ...at(newPost), fields: [...postFields] },
      { name: 'Engagement update', ...at(engagementUpdate), fields: [...engagementFields] },
      { name: 'Events', ...at(socialpilotEvent), fields: [...eventFields] },
      { name: 'Share trigger', ...at(zapierTrigger), fields: [...triggerFields] },
      { name: 'Backfill', ...at(backfillPosts), fields: [...postFields] },
    ],
    events: [...hookEventMeanings],
    slack: {
      redirectUrl: `${publicUrl}${slackCallbackPath}`,
      signInScopes: [...signInScopes],
      botScopes: [...botScopes],
    },
  }
}

/** Converts a delivered post to the product's own fields. */
export function postOf(payload: NewPostPayload, origins: OwnOrigins): NewPost {
  const { post_url, scheduled_time, status, angles } = payload
  return {
    platform: payload.platform,
    content: payload.content,
    postUrl: post_url && presentAddress(post_url, origins),
    authorName: payload.author_name,
    authorHandle: payload.author_handle,
    authorAvatarUrl: payload.author_avatar,
    imageUrl: payload.image_url,
    brand: payload.brand,
    campaignTags: [...payload.campaign_tags],
    question: payload.question,
    angles: angles.length > 0 ? [...angles] : null,
    scheduledAt: scheduled_time === null ? null : new Date(scheduled_time),
    isPublished: status === 'published',
  }
}

/** The event, with an address under the workspace's former origin changed to the present one. */
export function presentEvent(event: EventPayload, origins: OwnOrigins): EventPayload {
  const { post_url } = event
  return typeof post_url === 'string' ? { ...event, post_url: presentAddress(post_url, origins) } : event
}

/** The text of a post that only tests the connection. */
export function testPostText(now: Date): string {
  const time = now.toISOString().slice(0, 16).replace('T', ' ')
  return `A connection test from ${time} UTC. It earns no points, and the next test replaces it.`
}
