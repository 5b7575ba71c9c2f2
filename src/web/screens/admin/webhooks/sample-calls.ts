import type { AnswerOf } from '#contract/endpoint.ts'
import { testShareId } from '#contract/hooks.ts'
import { paths } from '#contract/paths.ts'
import { engagementUpdate, manualPushTag, type newPost } from '#contract/posts.ts'
import { socialpilotEvent } from '#contract/socialpilot.ts'
import { zapierTrigger } from '#contract/zapier.ts'
import { testBrand } from '#domain/posts.ts'
import { deliverEngagement, deliverEvent, deliverTrigger, type NewPostBody } from '#web/api/socialpilot.ts'

/** Under which of its addresses the samples name this workspace. */
export const linkFormats = ['new', 'old'] as const
export type LinkFormat = (typeof linkFormats)[number]

export const formatNames: Readonly<Record<LinkFormat, string>> = { new: 'New domain', old: 'Old domain' }

export interface TestCall {
  readonly endpoint: string
  /** Answers what the hook said. */
  readonly act: () => Promise<string>
}

/** One call of each hook that takes tests. They award nobody. */
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
  kept: 'Test received: the sample post is not there, so its numbers are kept for seven days',
  ignored: 'Test received: there is no sample post whose numbers could change',
}

/** A post that shows how one arrives, always the same. */
export function samplePost(origin: string): NewPostBody {
  return {
    platform: 'linkedin',
    content:
      'A sample of a company post. It shows how posts arrive in the feed and in the team chat, and earns nobody anything.',
    post_url: sampleAddress(origin),
    author_name: 'Sample Author',
    brand: testBrand,
  }
}

// The server takes its time a little before or after this browser.
const freshMs = 60_000

/**
 * Puts the sample post into the feed, and has the chat told of it once more where it has been told before. `deliver`
 * sends one post. Answers what was done.
 */
export async function republish(
  post: NewPostBody,
  deliver: (body: NewPostBody) => Promise<AnswerOf<typeof newPost>>,
): Promise<string> {
  const { duplicate, data } = await deliver(post)
  const isOld = Date.now() - Date.parse(data.originalPostDate) > freshMs
  // Of a deleted post that comes back the chat is not told by itself.
  if (!duplicate && !isOld) return 'The sample post is new in the feed, and the team chat is told.'
  await deliver({ ...post, campaign_tags: [manualPushTag] })
  return 'The sample post was known, and was sent to the team chat again.'
}

function sampleAddress(origin: string): string {
  return `${origin}${paths.socialFeed}?sample=1`
}
