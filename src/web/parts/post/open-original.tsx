import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { platformOfLink } from '#domain/platforms.ts'
import { isPlaceholderLink, safeUrl } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useRememberOpened } from '#web/parts/today/opened-post.ts'
import { noteOpened } from './came-back.ts'
import * as classes from './report-row.module.css'

interface OpenOriginalProps {
  readonly post: SocialFeedPost
  /** Whether it is the one filled button of its view. */
  readonly isPrimary: boolean
}

/** Whether a post has an original to open. */
export function hasOriginal({ postUrl }: SocialFeedPost): boolean {
  return safeUrl(postUrl) !== null && !isPlaceholderLink(postUrl)
}

/** Opens the original of a post in a new tab; nothing if the post has no real link. */
export function OpenOriginal({ post, isPrimary }: OpenOriginalProps) {
  const rememberOpened = useRememberOpened()
  const href = safeUrl(post.postUrl)
  if (href === null || !hasOriginal(post)) return null
  const platform = platformOfLink(href)
  const network = platform && platformNames[platform]
  const noteThis = () => {
    noteOpened(post.id)
    rememberOpened()
  }
  return (
    <Button
      component="a"
      className={classes.open}
      variant={isPrimary ? 'filled' : 'default'}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={network ? `View Original: open on ${network}, new tab` : 'View Original, new tab'}
      rightSection={<ExternalLink size={15} strokeWidth={1.75} aria-hidden />}
      onClick={noteThis}
      onAuxClick={noteThis}
    >
      {network ? `Open on ${network}` : 'View Original'}
    </Button>
  )
}
