import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MarkedSince } from '#domain/leaderboard.ts'
import * as classes from './movement.module.css'

/** Where movement is counted from, in words behind "since". */
export const sinceNames = { day: 'yesterday', week: 'Monday' } as const satisfies Record<MarkedSince, string>

interface MovementProps {
  /** Gained, or lost if negative. */
  readonly places: number
  readonly since?: MarkedSince
}

/** How many places a member has gained or lost; nothing if none. */
export function Movement({ places, since = 'day' }: MovementProps) {
  if (places === 0) return null
  const isUp = places > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  const count = Math.abs(places).toLocaleString('en-US')
  return (
    <span className={classes.movement} data-up={isUp || undefined}>
      <Arrow size={12} strokeWidth={2.5} aria-hidden />
      <span className="visually-hidden">{isUp ? 'up ' : 'down '}</span>
      {count}
      <span className="visually-hidden"> since {sinceNames[since]}</span>
    </span>
  )
}
