import type { CSSProperties } from 'react'
import type { Platform } from '#domain/vocabulary.ts'
import * as classes from './platform-mark.module.css'

interface PlatformMarkProps {
  readonly platform: Platform
  /** Pixels. */
  readonly size?: number
}

/** The mark of a social network. The network's name always stands beside it, so screen readers skip the mark. */
export function PlatformMark({ platform, size = 20 }: PlatformMarkProps) {
  return (
    <span
      className={classes.mark}
      style={{ '--mark': `${size}px` } as CSSProperties}
      data-platform={platform}
      aria-hidden
    >
      <svg viewBox="2 2 20 20" aria-hidden="true">
        {drawings[platform]}
      </svg>
    </span>
  )
}

const noteSeen =
  'M12.3 5.6h2.1c.2 1.7 1.1 2.7 2.7 2.9v2.1a5 5 0 0 1-2.7-.95v4.55a3 3 0 1 1-2.6-3v2.1a.95.95 0 1 0 .5.85z'

const drawings = {
  linkedin: (
    <path d="M6.2 9.3h2.3V17H6.2zM7.35 5.6a1.35 1.35 0 1 1 0 2.7 1.35 1.35 0 0 1 0-2.7zM10 9.3h2.2v1.05c.4-.7 1.2-1.25 2.35-1.25 2.3 0 2.75 1.5 2.75 3.45V17H15v-3.9c0-.95-.1-1.95-1.25-1.95s-1.4.95-1.4 1.9V17H10z" />
  ),
  twitter: (
    <path d="M6 6h3.7l2.9 4L16 6h1.6l-4.2 4.95L18 18h-3.7l-3.15-4.4L7.4 18H5.8l4.6-5.4zm2.3 1.2 6.6 9.6h.95L9.25 7.2z" />
  ),
  facebook: (
    <path d="M13.2 19v-6.1h2.05l.35-2.4h-2.4V9.05c0-.7.3-1.25 1.35-1.25h1.15V5.7a13 13 0 0 0-1.8-.15c-1.9 0-3.15 1.15-3.15 3.2v1.75H8.6v2.4h2.15V19z" />
  ),
  instagram: (
    <>
      <g fill="none" stroke="#ffffff" strokeWidth="1.5">
        <rect x="5.8" y="5.8" width="12.4" height="12.4" rx="3.6" />
        <circle cx="12" cy="12" r="3" />
      </g>
      <circle cx="15.6" cy="8.4" r=".95" />
    </>
  ),
  youtube: <path d="M10 8.3v7.4l6.2-3.7z" />,
  tiktok: (
    <g transform="translate(-.5 .3)">
      <path fill="#25f4ee" d={noteSeen} transform="translate(-.6 .5)" />
      <path fill="#fe2c55" d={noteSeen} transform="translate(.6 -.2)" />
      <path d={noteSeen} />
    </g>
  ),
} as const satisfies Record<Platform, unknown>
