import { useRef } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { displayFirstName } from '#domain/names.ts'
import { PulseRing } from '#web/ui/pulse-ring.tsx'
import { passedIn, rankWord } from './passed.ts'

interface RankNewsProps {
  readonly own: LeaderboardEntry
  /** The member's row and its neighbours, best first, all from one answer. */
  readonly rows: readonly LeaderboardEntry[]
}

/**
 * Announces a change of the member's own rank to screen readers, and pulses the card's ring once if the rank improved.
 * Moves of other members are not announced.
 */
export function RankNews({ own, rows }: RankNewsProps) {
  const { rank } = own
  const known = useRef({ rank, rows, news: '', rises: 0 })
  const { current } = known
  if (current.rank !== rank) {
    const rises = current.rises + (rank < current.rank ? 1 : 0)
    const passed = passedIn(current.rows, rows, own.id)
    const place = `You are ${rankWord(rank)}.`
    const news = passed ? `You passed ${displayFirstName(passed.person.displayName)}. ${place}` : place
    known.current = { rank, rows, news, rises }
  } else if (current.rows !== rows) {
    known.current = { ...current, rows }
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
