import type { z } from 'zod'
import { slackCallbackPath } from '#contract/auth.ts'
import { engagementUpdate, newPost } from '#contract/posts.ts'
import * as hooks from '#contract/socialpilot.ts'
import {
  engagementFields,
  eventFields,
  hookEventMeanings,
  postFields,
  triggerFields,
} from '#domain/hook-fields.ts'
import { botScopes, signInScopes } from '#domain/slack-app.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'

type Setup = z.input<typeof hooks.getSocialpilotSetup.answer>['data']

interface Place {
  readonly config: Pick<Config, 'publicUrl' | 'legacyPublicUrl'>
  readonly isEnabled: boolean
  readonly secrets: Deps['secrets']
}

/** What a person needs to connect the scheduling tool and the chat, filled in for this workspace. It holds the secret. */
export function setupOf({ config: { publicUrl, legacyPublicUrl }, isEnabled, secrets }: Place): Setup {
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
      { name: 'Events', ...at(hooks.socialpilotEvent), fields: [...eventFields] },
      { name: 'Share trigger', ...at(hooks.zapierTrigger), fields: [...triggerFields] },
      { name: 'Backfill', ...at(hooks.backfillPosts), fields: [...postFields] },
    ],
    events: [...hookEventMeanings],
    slack: {
      redirectUrl: `${publicUrl}${slackCallbackPath}`,
      signInScopes: [...signInScopes],
      botScopes: [...botScopes],
    },
  }
}

/** The text of a post that only tests the connection. */
export function testPostText(now: Date): string {
  const time = now.toISOString().slice(0, 16).replace('T', ' ')
  return `A test of the connection, made on ${time} UTC. It earns nobody anything, and the next test takes its place.`
}
