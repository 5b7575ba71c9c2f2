import { type CSSProperties, useEffect, useState } from 'react'
import { preferences } from '#web/app/preferences.ts'
import classes from './paper.module.css'

const colors = ['accent', 'gold', 'neutral'] as const
const pieces = Array.from({ length: 36 }, (_, piece) => ({
  key: `piece-${piece}`,
  color: colors[piece % colors.length],
  style: flightOf(piece),
}))
/** The longest delay plus flight time of a piece. */
const flightMs = 1_200

interface PaperProps {
  readonly userId: string
  /** `YYYY-MM`. Each member sees each month's celebration once. */
  readonly month: string
}

/** Paper confetti that falls once over its container. */
export function Paper({ userId, month }: PaperProps) {
  const [isFlying, setFlying] = useState(() => preferences.read().celebratedChampion[userId] !== month)
  useEffect(() => {
    const { celebratedChampion } = preferences.read()
    preferences.change({ celebratedChampion: { ...celebratedChampion, [userId]: month } })
    const timer = setTimeout(() => setFlying(false), flightMs)
    return () => clearTimeout(timer)
  }, [userId, month])
  if (!isFlying) return null
  return (
    <span className={classes.rain} aria-hidden>
      {pieces.map(({ key, color, style }) => (
        <i key={key} data-color={color} style={style} />
      ))}
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
