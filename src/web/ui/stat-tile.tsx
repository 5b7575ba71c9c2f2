import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PulseRing } from './pulse-ring.tsx'
import classes from './stat-tile.module.css'
import { useCountUp } from './use-count-up.ts'

const chipMs = 1200

interface StatTileProps {
  readonly label: string
  readonly value: number
  readonly unit?: string
  readonly note: ReactNode
  readonly icon?: ReactNode
  readonly tone?: 'plain' | 'muted'
  /** The tile's ring pulses once whenever this grows. */
  readonly pulse?: number
}

/** One figure with its name. When it changes, it counts to the new value and shows the difference for a moment. */
export function StatTile({ label, value, unit, note, icon, tone = 'plain', pulse = 0 }: StatTileProps) {
  const drawn = useCountUp(value)
  const change = useChange(value)
  return (
    <li className={classes.tile}>
      <PulseRing count={pulse} color="ember" />
      <p className={classes.label}>{label}</p>
      {change && (
        <span key={change.id} className={classes.chip} data-loss={change.by < 0 || undefined} aria-hidden>
          {change.by > 0 ? '+' : '−'}
          {Math.abs(change.by).toLocaleString('en-US')}
        </span>
      )}
      <p className={classes.value} data-tone={tone}>
        {icon}
        <span aria-hidden>{drawn.toLocaleString('en-US')}</span>
        <span className="visually-hidden">{value.toLocaleString('en-US')}</span>
        {unit && <span className={classes.unit}> {unit}</span>}
      </p>
      <p className={classes.note}>{note}</p>
    </li>
  )
}

interface UnknownTileProps {
  readonly label: string
  readonly note: string
}

/** A tile for a figure that is unknown or still loading. */
export function UnknownTile({ label, note }: UnknownTileProps) {
  return (
    <li className={classes.tile}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value} data-tone="muted">
        <span aria-hidden>–</span>
      </p>
      <p className={classes.note}>{note}</p>
    </li>
  )
}

/** The latest change of a value while it is shown; null otherwise. */
function useChange(value: number): { readonly id: number; readonly by: number } | null {
  const [change, setChange] = useState<{ readonly id: number; readonly by: number } | null>(null)
  const before = useRef(value)
  useEffect(() => {
    const by = value - before.current
    before.current = value
    if (by === 0) return
    setChange((last) => ({ id: (last?.id ?? 0) + 1, by }))
    const timer = setTimeout(() => setChange(null), chipMs)
    return () => clearTimeout(timer)
  }, [value])
  return change
}
