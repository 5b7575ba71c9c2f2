import { Flame as FlameShape } from 'lucide-react'
import { PulseRing } from '#web/ui/pulse-ring.tsx'
import * as classes from './flame-icon.module.css'
import { flameOf } from './streak-flame.ts'

interface FlameIconProps {
  readonly days: number
  /** A ring runs out from the flame whenever this grows. */
  readonly rings?: number
}

/**
 * The flame before a streak's number of days. A streak that waits for today's report looks like any other: the flame
 * never warns.
 */
export function FlameIcon({ days, rings = 0 }: FlameIconProps) {
  return (
    <span className={classes.flame} data-flame={flameOf(days)}>
      <PulseRing count={rings} color="ember" shape="round" />
      <FlameShape size={26} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
