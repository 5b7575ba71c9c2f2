import type { AnswerOf } from '#contract/endpoint.ts'
import { testShareId } from '#contract/hooks.ts'
import { paths } from '#contract/paths.ts'
import { engagementUpdate, manualPushTag, type newPost } from '#contract/posts.ts'
import { socialpilotEvent } from '#contract/socialpilot.ts'
import { zapierTrigger } from '#contract/zapier.ts'
import { testBrand } from '#domain/posts.ts'
import { deliverEngagement, deliverEvent, deliverTrigger, type NewPostBody } from '#web/api/socialpilot.ts'

/** Which of the workspace's addresses the links in the samples use. */
export const linkFormats = ['new', 'old'] as const
export type LinkFormat = (typeof linkFormats)[number]

export const formatNames: Readonly<Record<LinkFormat, string>> = { new: 'New domain', old: 'Old domain' }

export interface TestCall {
  readonly endpoint: string
  /** Resolves to the webhook's answer. */
  readonly act: () => Promise<string>
}

/** One test call for each webhook that supports tests. None earns points. */
export function testCalls(origin: string): readonly TestCall[] {
  return [
    {
      endpoint: socialpilotEvent.path,
      act: async () => {
        const { message } = await deliverEvent({
          event: 'post.published',
          post_id: 'test-post',
          status: 'published',
          share_id: testShareId,
          engagement_data: { likes: 25, comments: 5, shares: 3 },
        })
        return message
      },
    },
    {
      endpoint: engagementUpdate.path,
      act: async () => {
        const { outcome } = await deliverEngagement({
          post_url: sampleAddress(origin),
          likes_count: 42,
          comments_count: 8,
          shares_count: 12,
          views_count: 350,
        })
        return outcomeTexts[outcome]
      },
    },
    {
      endpoint: zapierTrigger.path,
      act: async () => (await deliverTrigger({ shareId: testShareId, action: 'publish' })).message,
    },
  ]
}

const outcomeTexts: Readonly<Record<AnswerOf<typeof engagementUpdate>['outcome'], string>> = {
  applied: 'Test received: the numbers of the sample post are up to date',
  kept: 'Test received: there is no sample post yet, so its numbers are kept for seven days',
  ignored: 'Test received: there is no sample post to update',
}

/** The sample post, which is always the same. */
export function samplePost(origin: string): NewPostBody {
  return {
    platform: 'linkedin',
    content:
      'A sample company post. It shows how posts arrive in the feed and in the team chat, and earns no points.',
    post_url: sampleAddress(origin),
    author_name: 'Sample Author',
    brand: testBrand,
  }
}

// The server's clock may run a little ahead of this browser's, or behind it.
const freshMs = 60_000

/**
 * Puts the sample post into the feed, and announces it in the chat again if it was announced before. `deliver` sends
 * one post. Resolves to a sentence about what was done.
 */
export async function republish(
  post: NewPostBody,
  deliver: (body: NewPostBody) => Promise<AnswerOf<typeof newPost>>,
): Promise<string> {
  const { duplicate, data } = await deliver(post)
  const isOld = Date.now() - Date.parse(data.originalPostDate) > freshMs
  // The chat is not told automatically about a deleted post that comes back.
  if (!duplicate && !isOld) return 'The sample post was added to the feed and sent to the team chat.'
  await deliver({ ...post, campaign_tags: [manualPushTag] })
  return 'The sample post was already in the feed. It was sent to the team chat again.'
}

function sampleAddress(origin: string): string {
  return `${origin}${paths.socialFeed}?sample=1`
}
