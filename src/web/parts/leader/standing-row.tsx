import type { Standing } from '#contract/leaderboard.ts'
import { PlaceRow } from './leader-row.tsx'

interface StandingRowProps {
  readonly standing: Standing
  readonly isOwn: boolean
}

/** One member's line in a contest; whoever leads it is called so. */
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
      <span className="visually-hidden"> points, </span>
    </>
  )
}

/** What the points come from. */
export function StandingDetails({ standing }: { readonly standing: Standing }) {
  return (
    <>
      <span>{counted(standing.totalEngagements, 'engagement')} ·</span>{' '}
      <span>{counted(standing.totalShares, 'share')}</span>
    </>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
