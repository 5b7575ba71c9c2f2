import { useLive } from '#web/live/use-live.tsx'
import classes from './live-indicator.module.css'

interface LiveIndicatorProps {
  /** Adds a note on what being offline means. */
  readonly hasNote?: boolean
}

/** Whether live updates arrive: a filled dot and "Live", or a hollow one and "Offline". */
export function LiveIndicator({ hasNote = false }: LiveIndicatorProps) {
  const { connected } = useLive()
  return (
    <span className={classes.indicator} role="status" data-connected={connected || undefined}>
      <span className={classes.pill}>
        <span className={classes.dot} aria-hidden="true" />
        {connected ? 'Live' : 'Offline'}
      </span>
      {hasNote && !connected && <span className={classes.note}>Live updates paused</span>}
    </span>
  )
}
