import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

interface StatusBadgeProps {
  readonly tone: 'good' | 'waiting' | 'off'
  readonly children: ReactNode
}

/** A word for a status. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
