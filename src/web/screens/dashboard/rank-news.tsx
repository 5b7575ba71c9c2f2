import { useRef } from 'react'
import { PulseRing } from '#web/ui/pulse-ring.tsx'

/**
 * Announces a change of the member's own rank to screen readers, and pulses the card's ring once if the rank improved.
 * Moves of other members are not announced.
 */
export function RankNews({ rank }: { readonly rank: number }) {
  const known = useRef({ rank, news: '', rises: 0 })
  if (known.current.rank !== rank) {
    const rises = known.current.rises + (rank < known.current.rank ? 1 : 0)
    known.current = { rank, news: `You moved to #${rank}`, rises }
  }
  const { news, rises } = known.current
  return (
    <>
      <PulseRing count={rises} color="accent" />
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </>
  )
}
