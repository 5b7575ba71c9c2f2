import { type CSSProperties, useEffect, useState } from 'react'
import { preferences } from '#web/app/preferences.ts'
import classes from './paper.module.css'

const colors = ['accent', 'gold', 'neutral'] as const
const pieces = Array.from({ length: 36 }, (_, piece) => ({
  key: `piece-${piece}`,
  color: colors[piece % colors.length],
  style: flightOf(piece),
}))
/** The longest delay and flight of a piece together. */
const flightMs = 1_200

interface PaperProps {
  readonly userId: string
  /** `YYYY-MM`; each month is celebrated once before each member. */
  readonly month: string
}

/** Pieces of paper that rain once over the box they stand in. */
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

/** Spread out by steps that do not meet again soon, so that it looks thrown and is the same every time. */
function flightOf(piece: number): CSSProperties {
  return {
    left: `${(piece * 61 + 7) % 100}%`,
    animationDelay: `${(piece * 47) % 300}ms`,
    animationDuration: `${700 + ((piece * 83) % 200)}ms`,
    '--turn': `${180 + ((piece * 97) % 540)}deg`,
    '--drift': `${((piece * 29) % 49) - 24}px`,
  } as CSSProperties
}
