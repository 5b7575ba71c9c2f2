import { memo } from 'react'
import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import { type MarkedSince, metalOf, rankBadge } from '#domain/leaderboard.ts'
import { ToPass } from '#web/parts/leader/distance.tsx'
import { PointsScore, Rank } from '#web/parts/leader/leader-row.tsx'
import { Movement } from '#web/parts/leader/movement.tsx'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './member-row.module.css'

interface MemberRowProps {
  readonly entry: LeaderboardEntry
  /** Gained since then. */
  readonly places: number
  readonly since: MarkedSince
  readonly isOwn: boolean
  /** Says how far the next place is, for the member's own row. */
  readonly around: Neighbours<LeaderboardEntry> | null
}

/** One member of the whole board, in columns. Memoised, because most rows of a long board stay the same. */
export const MemberRow = memo(Row)

function Row({ entry, places, since, isOwn, around }: MemberRowProps) {
  const { rank, totalEngagements, totalShares, totalPoints } = entry
  const tag = rankBadge(rank)
  const next = around?.above.findLast((other) => other.rank < rank)
  return (
    <div className={classes.row} data-own={isOwn || undefined}>
      <Rank rank={rank} />
      <UserAvatar person={entry} size={40} />
      <div className={classes.who}>
        <div className={classes.nameLine}>
          <PersonName person={entry} cardOf={entry.id} className={placeClasses.name} />
          {isOwn && <span className={placeClasses.you}>You</span>}
          {tag && (
            <span className={`${placeClasses.tag} ${classes.tag}`} data-metal={metalOf(rank)}>
              {tag}
            </span>
          )}
        </div>
        {next && around?.by.toNext != null && (
          <p className={classes.distance}>
            <ToPass by={around.by.toNext} above={next} />
          </p>
        )}
      </div>
      <span>
        <Movement places={places} since={since} />
      </span>
      <span className={classes.figure}>
        {totalEngagements.toLocaleString('en-US')}
        <span className="visually-hidden">{totalEngagements === 1 ? ' engagement' : ' engagements'}</span>
      </span>
      <span className={classes.figure}>
        {totalShares.toLocaleString('en-US')}
        <span className="visually-hidden">{totalShares === 1 ? ' share' : ' shares'}</span>
      </span>
      <span className={placeClasses.points}>
        <PointsScore points={totalPoints} />
      </span>
    </div>
  )
}
