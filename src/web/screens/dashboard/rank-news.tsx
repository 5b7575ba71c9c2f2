import { useRef } from 'react'

/** Tells a screen reader politely when the member's own place has changed; moves of others are not announced. */
export function RankNews({ rank }: { readonly rank: number }) {
  const known = useRef({ rank, news: '' })
  if (known.current.rank !== rank) known.current = { rank, news: `You moved to #${rank}` }
  return (
    <span className="visually-hidden" role="status">
      {known.current.news}
    </span>
  )
}
