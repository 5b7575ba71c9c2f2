import { type ReactNode, useState } from 'react'
import { loadablePicture } from '#domain/pictures.ts'

interface ThumbnailProps {
  /** Any stored address. One that is not http(s) is not loaded. */
  readonly address: string | null
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly className: string | undefined
  /** What stands in its place if there is no picture, or it cannot be loaded. */
  readonly otherwise?: ReactNode
  /** Loads the picture only when it comes near the window. */
  readonly isLazy?: boolean
}

/** The picture of a post, small, beside words that say what the post is. */
export function Thumbnail({
  address,
  width,
  height,
  className,
  otherwise = null,
  isLazy = true,
}: ThumbnailProps) {
  const src = loadablePicture(address)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (src === null || failedSrc === src) return otherwise
  return (
    <img
      className={className}
      src={src}
      alt=""
      width={width}
      height={height}
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
    />
  )
}
