import type { CurrentContest } from '#contract/contests.ts'
import { ContestFigures } from './contest-figures.tsx'
import { ContestHead } from './contest-head.tsx'
import { ContestStandings } from './contest-standings.tsx'
import * as classes from './contest-view.module.css'

interface ContestViewProps {
  readonly contest: CurrentContest
  readonly ownId: string | undefined
}

/** A contest in full: prize, days and own place, figures, podium and standings. */
export function ContestView({ contest, ownId }: ContestViewProps) {
  return (
    <div className={classes.view}>
      <ContestHead contest={contest} />
      <ContestFigures contest={contest} />
      <ContestStandings contest={contest} ownId={ownId} />
    </div>
  )
}
