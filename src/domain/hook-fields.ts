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
  { event: 'post.scheduled', meaning: 'A share was given a time; it is approved' },
  { event: 'post.published', meaning: 'A share was published and is verified; or a new post for the feed' },
  { event: 'post.failed', meaning: 'A share could not be published; it is rejected until it is' },
  { event: 'engagement.updated', meaning: 'Newer numbers of a share or of a post' },
]

/** Fields of a post for the feed. */
export const postFields: readonly HookField[] = [
  field('platform', 'linkedin', 'linkedin, twitter, facebook, instagram, youtube or tiktok', true),
  field('content', 'We are hiring!', 'The text of the post', true),
  field('author_name', 'Brightwater', 'Who posted it', true),
  field(
    'post_url',
    'https://www.linkedin.com/posts/…',
    'Its address; tells that two deliveries are one post',
  ),
  field('image_url', 'https://…/picture.jpg', 'A picture'),
  field('author_handle', '@brightwater', 'Made from the name when it is empty'),
  field('author_avatar', 'https://…/face.jpg', 'A picture of the author'),
  field(
    'campaign_tags',
    'spring,hiring',
    'Words with commas; manual-push sends a known post to the chat again',
  ),
  field('brand', 'default', 'default, accounting or another lower-case word'),
  field('scheduled_time', '2026-03-01T09:30:00Z', 'When it was or will be published'),
]

/** Fields of newer engagement numbers for a post. */
export const engagementFields: readonly HookField[] = [
  field('post_url', 'https://www.linkedin.com/posts/…', 'The address of the post', true),
  field('likes_count', '12', 'Any of the four may be left out, not all'),
  field('comments_count', '3', 'As above'),
  field('shares_count', '1', 'As above'),
  field('views_count', '480', 'As above'),
  field(
    'updated_at',
    '2026-03-01T10:00:00Z',
    'When the numbers were true; older ones than known are ignored',
  ),
]

/** Fields of an event. An event about a new post also has the fields of a post. */
export const eventFields: readonly HookField[] = [
  field('event', 'post.published', hookEvents.join(', '), true),
  field('share_id', '0190b6f0-…', 'The share that it is about, as Ovation sent it out'),
  field('post_id', '8421', 'What the scheduling tool calls it'),
  field('status', 'published', 'For the log'),
  field(
    'engagement_data__likes',
    '12',
    'In JSON an object engagement_data with likes, comments, shares, views',
  ),
  field('engagement_data__comments', '3', 'As above'),
  field('engagement_data__shares', '1', 'As above'),
  field('updated_at', '2026-03-01T10:00:00Z', 'When the numbers were true'),
]

export const triggerFields: readonly HookField[] = [
  field('shareId', '0190b6f0-…', 'The share, as Ovation sent it out (share_id)', true),
  field('action', 'publish', 'schedule, publish or fail', true),
]

function field(name: string, example: string, meaning: string, isRequired = false): HookField {
  return { field: name, isRequired, example, meaning }
}
