import type { SocialFeedPost } from '#contract/posts.ts'
import { platformOfLink } from '#domain/platforms.ts'
import { platformNames } from '#domain/vocabulary.ts'
import * as classes from './welcome-back.module.css'

/** Asks a member who has come back from the original of a post what they did there. */
export function WelcomeBack({ post }: { readonly post: SocialFeedPost }) {
  const platform = platformOfLink(post.postUrl)
  return (
    <p className={classes.asked} role="status">
      Welcome back. What did you do {platform ? `on ${platformNames[platform]}` : 'there'}?
    </p>
  )
}
