import { useDisclosure } from '@mantine/hooks'
import { ImageOff } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { loadablePicture } from '#domain/pictures.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { shownRatio } from './picture-ratio.ts'
import * as classes from './post-image.module.css'

interface PostImageProps {
  readonly post: SocialFeedPost
  readonly place: 'dashboard' | 'feed'
}

const pictureDialog = lazyDialog(async () => (await import('./picture-dialog.tsx')).PictureDialog)

/**
 * The picture of a post, with its space reserved; a press enlarges it. If it does not load, it leaves its space to the
 * text on the dashboard, and a sentence takes its place on the feed.
 */
export function PostImage({ post, place }: PostImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  const [isEnlarged, { open, close }] = useDisclosure(false)
  const address = loadablePicture(post.imageUrl)
  if (address === null) return null
  const alt = `From the post by ${post.authorName}`
  return (
    <>
      {failedSrc === address ? (
        place === 'feed' && <Missing />
      ) : (
        <figure
          className={classes.frame}
          data-place={place}
          style={ratio === null ? undefined : ({ '--ratio': ratio } as CSSProperties)}
        >
          <button
            type="button"
            className={classes.enlarge}
            aria-label={`Enlarge the picture of the post by ${post.authorName}`}
            aria-haspopup="dialog"
            onClick={open}
            {...pictureDialog.onIntent}
          >
            <img
              className={classes.image}
              src={address}
              alt={alt}
              width={640}
              height={360}
              loading="lazy"
              decoding="async"
              referrerPolicy="no-referrer"
              onLoad={({ currentTarget }) => {
                if (place === 'feed') setRatio(shownRatio(currentTarget))
              }}
              onError={() => setFailedSrc(address)}
            />
          </button>
        </figure>
      )}
      <pictureDialog.Dialog isOpen={isEnlarged} onClose={close} src={address} alt={alt} />
    </>
  )
}

function Missing() {
  return (
    <p className={classes.missing}>
      <ImageOff size={16} strokeWidth={1.75} aria-hidden />
      The image could not be loaded
    </p>
  )
}
