import type { CSSProperties } from 'react'
import * as classes from './track.module.css'

interface TrackProps {
  /** From 0 to 1; anything beyond is drawn as the end. */
  readonly share: number
  readonly tone?: 'accent' | 'chart' | 'gold' | 'ember'
  readonly size?: 'thin' | 'normal'
}

/** A bar that is filled in part. The words beside it say the same, so screen readers skip it. */
export function Track({ share, tone = 'accent', size = 'normal' }: TrackProps) {
  const filled = Math.min(1, Math.max(0, share))
  return (
    <span
      className={classes.track}
      style={{ '--filled': `${filled * 100}%` } as CSSProperties}
      data-tone={tone}
      data-size={size}
      aria-hidden
    />
  )
}
