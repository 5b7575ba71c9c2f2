import { Flame } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { pressedBoxWithin } from '#web/ui/pressed-control.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { useCountUp } from '#web/ui/use-count-up.ts'
import classes from './meter.module.css'
import { flyPoints } from './points-flight.ts'

/** Points that come this soon after a press are taken to be what the press earned. */
const answerMs = 2500

/** The member's streak and points, in the bar of every screen. */
export function Meter() {
  const { user } = useCurrentUser()
  return user && <MeterOf streak={user.currentStreak} points={user.totalPoints} />
}

function MeterOf({ streak, points }: { readonly streak: number; readonly points: number }) {
  const drawn = useCountUp(points)
  const known = useRef(points)
  useEffect(() => {
    const from = points > known.current ? pressedBoxWithin(answerMs) : null
    known.current = points
    if (from) flyPoints(from)
  }, [points])
  return (
    <ScreenLink href={paths.profile} className={classes.meter}>
      <span className={classes.figures} data-points-target="meter">
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
    </ScreenLink>
  )
}
