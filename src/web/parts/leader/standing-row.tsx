import type { Standing } from '#contract/leaderboard.ts'
import { counted } from '#web/ui/time-words.ts'
import { PlaceRow } from './leader-row.tsx'

interface StandingRowProps {
  readonly standing: Standing
  readonly isOwn: boolean
}

/** One member's row in a contest's standings. The first place is labelled Leader. */
export function StandingRow({ standing, isOwn }: StandingRowProps) {
  return (
    <PlaceRow
      place={standing}
      isOwn={isOwn}
      badge={standing.rank === 1 ? 'Leader' : null}
      score={<StandingScore standing={standing} />}
      details={<StandingDetails standing={standing} />}
    />
  )
}

export function StandingScore({ standing }: { readonly standing: Standing }) {
  return (
    <>
      {standing.monthlyPoints.toLocaleString('en-US')}
      <span className="visually-hidden">{standing.monthlyPoints === 1 ? ' point, ' : ' points, '}</span>
    </>
  )
}

/** The engagements and shares behind the points. */
export function StandingDetails({ standing }: { readonly standing: Standing }) {
  return (
    <>
      <span>{counted(standing.totalEngagements, 'engagement')} ·</span>{' '}
      <span>{counted(standing.totalShares, 'share')}</span>
    </>
  )
}
