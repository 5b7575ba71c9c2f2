import { useInViewport } from '@mantine/hooks'
import { type CSSProperties, useEffect, useState } from 'react'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import * as classes from './paper.module.css'

const colors = ['accent', 'gold', 'light', 'ember', 'neutral'] as const
const pieces = Array.from({ length: 36 }, (_, piece) => ({
  key: `piece-${piece}`,
  color: colors[piece % colors.length],
  style: flightOf(piece),
}))
/** How long the words stand before paper falls behind them. */
const paintedMs = 300
/** The longest delay plus flight time of a piece. */
const flightMs = 1_200

interface PaperProps {
  readonly userId: string
  /** The key of the champion. Each member sees each celebration once. */
  readonly champion: string
}

/** Paper confetti that falls once over its container, as soon as that can be seen and its words have been painted. */
export function Paper({ userId, champion }: PaperProps) {
  const isCelebrated = usePreferences().celebratedChampion[userId] === champion
  const [isFlying, setFlying] = useState(false)
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  useEffect(() => {
    if (isCelebrated || !inViewport) return
    const timer = setTimeout(() => {
      setFlying(true)
      const { celebratedChampion } = preferences.read()
      preferences.change({ celebratedChampion: { ...celebratedChampion, [userId]: champion } })
    }, paintedMs)
    return () => clearTimeout(timer)
  }, [isCelebrated, inViewport, userId, champion])
  useEffect(() => {
    if (!isFlying) return
    const timer = setTimeout(() => setFlying(false), flightMs)
    return () => clearTimeout(timer)
  }, [isFlying])
  return (
    <span ref={ref} className={classes.rain} aria-hidden>
      {isFlying && pieces.map(({ key, color, style }) => <i key={key} data-color={color} style={style} />)}
    </span>
  )
}

/** The step sizes share no factor with the ranges, so the confetti looks random but is always the same. */
function flightOf(piece: number): CSSProperties {
  return {
    left: `${(piece * 61 + 7) % 100}%`,
    animationDelay: `${(piece * 47) % 300}ms`,
    animationDuration: `${700 + ((piece * 83) % 200)}ms`,
    '--turn': `${180 + ((piece * 97) % 540)}deg`,
    '--drift': `${((piece * 29) % 49) - 24}px`,
  } as CSSProperties
}
