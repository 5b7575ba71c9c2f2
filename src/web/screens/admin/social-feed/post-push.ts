import type { SentOf } from '#contract/endpoint.ts'
import { manualPushTag, type newPost, type SocialFeedPost } from '#contract/posts.ts'

/** What pushes a known post to the chat again. */
export function pushOf(post: SocialFeedPost): SentOf<typeof newPost> {
  return {
    platform: post.platform,
    content: post.content,
    post_url: post.postUrl,
    image_url: post.imageUrl,
    author_name: post.authorName,
    author_handle: post.authorHandle,
    author_avatar: post.authorAvatarUrl,
    brand: post.brand,
    scheduled_time: post.originalPostDate,
    campaign_tags: manualPushTag,
  }
}
