import { Flame } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { hasLandedOn, useLanded } from '#web/parts/points/landing.ts'
import { GainChip, useChange } from '#web/ui/gain-chip.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { useCountUp } from '#web/ui/use-count-up.ts'
import * as classes from './meter.module.css'

/** The member's streak and points, in the bar of every screen. */
export function Meter() {
  const { user } = useCurrentUser()
  return user && <MeterOf streak={user.currentStreak} points={user.totalPoints} />
}

function MeterOf({ streak, points }: { readonly streak: number; readonly points: number }) {
  const landed = useLanded(points)
  const drawn = useCountUp(landed)
  const change = useChange(landed)
  return (
    <ScreenLink href={paths.profile} className={classes.meter}>
      <span className={classes.figures} data-landing="meter">
        <span className={classes.figure}>
          <Flame
            size={15}
            aria-hidden
            className={classes.flame}
            data-lit={streak >= 3 || undefined}
            data-begun={streak > 0 || undefined}
          />
          {streak.toLocaleString('en-US')}
          <span className="visually-hidden"> day streak,</span>
        </span>
        <span className={classes.figure}>
          {drawn.toLocaleString('en-US')}
          <span className={classes.unit}> pts</span>
        </span>
      </span>
      {change && hasLandedOn('meter') && (
        <span className={classes.change}>
          <GainChip change={change} />
        </span>
      )}
    </ScreenLink>
  )
}
