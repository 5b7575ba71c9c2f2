import type { Standing } from '#contract/leaderboard.ts'
import { counted } from '#web/ui/time-words.ts'
import { PlaceRow, PointsScore } from './leader-row.tsx'

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
      tag={standing.rank === 1 ? 'Leader' : null}
      score={<PointsScore points={standing.monthlyPoints} />}
      fact={<StandingDetails standing={standing} />}
    />
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
