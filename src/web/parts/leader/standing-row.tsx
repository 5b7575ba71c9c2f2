import type { Standing } from '#contract/leaderboard.ts'
import { EngagementFacts, PlaceRow, PointsScore } from './leader-row.tsx'

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
      fact={<EngagementFacts entry={standing} />}
    />
  )
}
