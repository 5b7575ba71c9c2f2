/** What the hooks accept, described for the person who connects another tool. */

export const hookEvents = ['post.scheduled', 'post.published', 'post.failed', 'engagement.updated'] as const
export type HookEvent = (typeof hookEvents)[number]

export interface HookField {
  readonly field: string
  readonly isRequired: boolean
  readonly example: string
  readonly meaning: string
}

export const hookEventMeanings: readonly { readonly event: HookEvent; readonly meaning: string }[] = [
  { event: 'post.scheduled', meaning: 'A share was scheduled and becomes approved' },
  {
    event: 'post.published',
    meaning: 'A share was published and becomes verified, or a new post was published',
  },
  { event: 'post.failed', meaning: 'A share could not be published. It is rejected until it is published' },
  { event: 'engagement.updated', meaning: 'New engagement numbers for a share or a post' },
]

/** Fields of a post for the feed. */
export const postFields: readonly HookField[] = [
  field('platform', 'linkedin', 'linkedin, twitter, facebook, instagram, youtube or tiktok', true),
  field('content', 'We are hiring!', 'The text of the post', true),
  field('author_name', 'Brightwater', 'The author of the post', true),
  field(
    'post_url',
    'https://www.linkedin.com/posts/…',
    'The address of the post, which identifies it across deliveries',
  ),
  field('image_url', 'https://…/picture.jpg', 'The address of a picture'),
  field('author_handle', '@brightwater', 'Defaults to the author name'),
  field('author_avatar', 'https://…/face.jpg', 'The address of a picture of the author'),
  field(
    'campaign_tags',
    'spring,hiring',
    'Words separated by commas; manual-push sends a known post to the chat again',
  ),
  field(
    'question',
    'What was the hardest part?',
    'A question that readers can answer in a comment, at most 200 characters. If it is missing, a known post keeps its own',
  ),
  field(
    'angles',
    'What you built',
    'Up to three hints at what a comment could be about, at most 120 characters each: a list, or one text with one angle a line. If it is missing, a known post keeps its own',
  ),
  field('brand', 'default', 'default, accounting or another lower-case word'),
  field(
    'scheduled_time',
    '2026-03-01T09:30:00Z',
    'When it was or will be published. With a time ahead, a year at most, it waits until then',
  ),
  field('status', 'published', 'With published it is published already, whatever its scheduled time'),
]

/** Fields of newer engagement numbers for a post. */
export const engagementFields: readonly HookField[] = [
  field('post_url', 'https://www.linkedin.com/posts/…', 'The address of the post', true),
  field('likes_count', '12', 'At least one of the four numbers is required'),
  field('comments_count', '3', 'As above'),
  field('shares_count', '1', 'As above'),
  field('views_count', '480', 'As above'),
  field('updated_at', '2026-03-01T10:00:00Z', 'When the numbers were measured; older numbers are ignored'),
]

/** Fields of an event. An event about a new post also has the fields of a post. */
export const eventFields: readonly HookField[] = [
  field('event', 'post.published', hookEvents.join(', '), true),
  field('share_id', '0190b6f0-…', 'The ID of the share that Ovation sent'),
  field('post_id', '8421', 'The ID in the scheduling tool'),
  field('status', 'published', 'Only logged'),
  field(
    'engagement_data__likes',
    '12',
    'In JSON, an object engagement_data with likes, comments, shares and views',
  ),
  field('engagement_data__comments', '3', 'As above'),
  field('engagement_data__shares', '1', 'As above'),
  field('updated_at', '2026-03-01T10:00:00Z', 'When the numbers were measured'),
]

export const triggerFields: readonly HookField[] = [
  field('shareId', '0190b6f0-…', 'The ID of the share that Ovation sent (share_id)', true),
  field('action', 'publish', 'schedule, publish or fail', true),
]

function field(name: string, example: string, meaning: string, isRequired = false): HookField {
  return { field: name, isRequired, example, meaning }
}
