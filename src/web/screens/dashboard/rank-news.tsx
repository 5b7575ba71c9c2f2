import { useRef } from 'react'
import { PulseRing } from '#web/ui/pulse-ring.tsx'

/**
 * Tells a screen reader politely when the member's own place has changed, and lets the ring of the card around it
 * pulse once when it is a better one. Moves of others are not announced.
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
