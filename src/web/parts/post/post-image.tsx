import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { loadablePicture } from '#domain/pictures.ts'
import classes from './post-image.module.css'

interface PostImageProps {
  readonly post: SocialFeedPost
  /** A preview is less tall. */
  readonly isPreview: boolean
}

/** The picture of a post, with its space reserved. If it does not load, a sentence takes its place. */
export function PostImage({ post, isPreview }: PostImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const address = loadablePicture(post.imageUrl)
  if (address === null) return null
  return (
    <div className={classes.frame} data-preview={isPreview || undefined}>
      {failedSrc === address ? (
        <p className={classes.missing}>
          <ImageOff size={20} strokeWidth={1.75} aria-hidden />
          The image could not be loaded
        </p>
      ) : (
        <img
          className={classes.image}
          src={address}
          alt={`From the post by ${post.authorName}`}
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(address)}
        />
      )}
    </div>
  )
}
