import { useLive } from '#web/live/use-live.tsx'
import * as classes from './live-indicator.module.css'

interface LiveIndicatorProps {
  /** In the bar: a large screen adds a note on what being offline means, a smaller one shows the dot alone. */
  readonly isInBar?: boolean
}

/** Whether live updates arrive: a filled dot and "Live", or a hollow one and "Offline". */
export function LiveIndicator({ isInBar = false }: LiveIndicatorProps) {
  const { connected } = useLive()
  return (
    <span
      className={classes.indicator}
      role="status"
      data-connected={connected || undefined}
      data-bar={isInBar || undefined}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.word}>{connected ? 'Live' : 'Offline'}</span>
      {isInBar && !connected && <span className={classes.note}>Live updates paused</span>}
    </span>
  )
}
