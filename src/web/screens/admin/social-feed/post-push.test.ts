import { expect, test } from 'vitest'
import { newPostPayload } from '#contract/posts.schema.ts'
import type { SocialFeedPost } from '#contract/posts.ts'
import { asId } from '#domain/ids.ts'
import { pushOf } from './post-push.ts'

const post: SocialFeedPost = {
  id: asId('00000000-0000-7000-8000-000000000001'),
  state: 'published',
  brand: 'accounting',
  platform: 'tiktok',
  authorName: 'Ana Lima',
  authorHandle: '@ana',
  authorAvatarUrl: null,
  content: 'We have news.',
  imageUrl: null,
  originalPostDate: '2026-03-01T09:30:00.000Z',
  postUrl: null,
  question: null,
  angles: [],
  likesCount: 1,
  commentsCount: 2,
  sharesCount: 3,
  worth: { like: 15, comment: 20, share: 30 },
}

test('a push says all that tells which post it is, and the tag for it', {
  tags: ['admin-posts-push-exact'],
}, () => {
  expect(newPostPayload.parse(pushOf(post))).toMatchObject({
    platform: 'tiktok',
    content: 'We have news.',
    post_url: null,
    author_handle: '@ana',
    brand: 'accounting',
    scheduled_time: post.originalPostDate,
    campaign_tags: ['manual-push'],
  })
})
