import * as classes from './pulse-ring.module.css'

interface PulseRingProps {
  /** The ring pulses once whenever this grows. At 0 there is no ring. */
  readonly count: number
  readonly color: 'accent' | 'ember'
  /** `round` is a halo around a round container, in ember or the container's `--pulse-halo`. */
  readonly shape?: 'box' | 'round'
}

/** A ring around the card or tile that contains it. */
export function PulseRing({ count, color, shape = 'box' }: PulseRingProps) {
  return (
    count > 0 && (
      <span key={count} className={classes.ring} data-color={color} data-shape={shape} aria-hidden />
    )
  )
}
