import { type CSSProperties, useState } from 'react'
import { loadablePicture } from '#domain/pictures.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { initialsOf } from '#web/parts/member/initials.ts'
import * as classes from './author-mark.module.css'
import { PlatformMark } from './platform-mark.tsx'

interface AuthorMarkProps {
  readonly name: string
  /** Any stored address. One that is not http(s) is not loaded. */
  readonly picture: string | null
  readonly platform: Platform
  /** Pixels. */
  readonly size?: number
}

/** The picture of a post's author, with the mark of the network on its corner. Brands are squares, people are circles. */
export function AuthorMark({ name, picture, platform, size = 40 }: AuthorMarkProps) {
  const src = loadablePicture(picture)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={classes.author} style={{ '--author': `${size}px` } as CSSProperties} aria-hidden>
      <span className={classes.picture}>
        <span>{initialsOf(name)}</span>
        {src !== null && failedSrc !== src && (
          <img
            src={src}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setFailedSrc(src)}
          />
        )}
      </span>
      <span className={classes.mark}>
        <PlatformMark platform={platform} size={Math.round(size / 2)} />
      </span>
    </span>
  )
}
