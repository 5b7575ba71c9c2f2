import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { EngagementFacts, PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'

interface NewcomersProps {
  /** Best first; their ranks are those among themselves. */
  readonly rows: readonly LeaderboardEntry[]
  readonly userId: string
}

/** The board of the members who joined lately. */
export function Newcomers({ rows, userId }: NewcomersProps) {
  return (
    <AmongPeople people={rows}>
      <ol className={listClasses.list} aria-label="Newcomers by rank">
        {rows.map((entry) => (
          <li key={entry.id}>
            <PlaceRow
              place={entry}
              isOwn={entry.id === userId}
              fact={<EngagementFacts entry={entry} />}
              score={<PointsScore points={entry.totalPoints} />}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}
