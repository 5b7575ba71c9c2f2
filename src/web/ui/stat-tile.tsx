import type { ReactNode } from 'react'
import { GainChip, useChange } from './gain-chip.tsx'
import { PulseRing } from './pulse-ring.tsx'
import * as classes from './stat-tile.module.css'
import { useCountUp } from './use-count-up.ts'

interface StatTilesProps {
  /** On a phone the tiles are one card: all in one row, or in rows of two or three. */
  readonly phone: 'one-row' | 'rows'
  readonly children: ReactNode
}

/** A row of tiles. Where one row is too narrow for a phone, there are two tiles in each. */
export function StatTiles({ phone, children }: StatTilesProps) {
  return (
    <ul className={classes.tiles} data-phone={phone}>
      {children}
    </ul>
  )
}

interface StatTileProps {
  readonly label: string
  readonly value: number
  readonly unit?: string
  readonly note: ReactNode
  readonly icon?: ReactNode
  /** Stands at the end of the label's line. */
  readonly aside?: ReactNode
  /** Stands beside the figure where there is room. */
  readonly beside?: ReactNode
  /** A drawing between the figure and the note. */
  readonly drawing?: ReactNode
  readonly tone?: 'plain' | 'muted'
  /** Marks the figure with `data-landing`, for what flies to it. */
  readonly landing?: string
  /** The tile's ring pulses once whenever this grows. */
  readonly pulse?: number
}

/** One figure with its name. When it changes, it counts to the new value and shows the difference for a moment. */
export function StatTile(props: StatTileProps) {
  const { label, value, unit, note, icon, aside, beside, drawing, tone = 'plain', pulse = 0, landing } = props
  const drawn = useCountUp(value)
  const change = useChange(value)
  return (
    <li className={classes.tile} data-width={widthOf(props)}>
      <PulseRing count={pulse} color="ember" />
      <p className={classes.label}>{label}</p>
      <div className={classes.figure}>
        <p
          className={classes.value}
          data-tone={tone}
          data-landing={landing}
          data-gained={(landing !== undefined && change !== null && change.by > 0) || undefined}
        >
          {icon}
          <span aria-hidden>{drawn.toLocaleString('en-US')}</span>
          <span className="visually-hidden">{value.toLocaleString('en-US')}</span>
          {unit && <span className={classes.unit}> {unit}</span>}
        </p>
        {change ? (
          <span className={classes.change}>
            <GainChip change={change} />
          </span>
        ) : (
          beside && <span className={classes.beside}>{beside}</span>
        )}
      </div>
      {aside && <p className={classes.aside}>{aside}</p>}
      {drawing && <div className={classes.drawing}>{drawing}</div>}
      {note && <p className={classes.note}>{note}</p>}
    </li>
  )
}

/** How much of a narrow tile the figure takes with what stands beside it. */
function widthOf({ value, icon }: StatTileProps): 'usual' | 'large' | 'largest' {
  const digits = String(Math.abs(value)).length + (icon ? 2 : 0)
  if (digits < 5) return 'usual'
  return digits < 6 ? 'large' : 'largest'
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
      <div className={classes.figure}>
        <p className={classes.value} data-tone="muted">
          <span aria-hidden>–</span>
        </p>
      </div>
      <p className={classes.note}>{note}</p>
    </li>
  )
}
