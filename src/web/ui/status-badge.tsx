import type { ReactNode } from 'react'
import * as classes from './status-badge.module.css'

interface StatusBadgeProps {
  readonly tone: 'good' | 'waiting' | 'bad' | 'off' | 'accent' | 'hot' | 'gold'
  readonly children: ReactNode
}

/** A word or two for a status, in a pill. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
