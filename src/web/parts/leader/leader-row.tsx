import { memo, type ReactNode } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { rankBadge } from '#domain/leaderboard.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './leader-row.module.css'
import placeClasses from './place.module.css'

interface LeaderRowProps {
  readonly entry: LeaderboardEntry
  readonly isOwn: boolean
}

/** One place on the leaderboard. Memoised, because most rows of a long board stay the same. */
export const LeaderRow = memo(Row)

function Row({ entry, isOwn }: LeaderRowProps) {
  return (
    <PlaceRow
      place={entry}
      isOwn={isOwn}
      badge={rankBadge(entry.rank)}
      score={
        <>
          {entry.totalPoints.toLocaleString('en-US')}
          <span className="visually-hidden">{entry.totalPoints === 1 ? ' point, ' : ' points, '}</span>
        </>
      }
      details={
        <>
          <span>{counted(entry.totalEngagements, 'engagement')} ·</span>{' '}
          <span>{counted(entry.totalShares, 'share')}</span>
        </>
      }
    />
  )
}

interface PlaceRowProps {
  readonly place: Pick<LeaderboardEntry, 'rank' | 'username' | 'displayName' | 'avatar'>
  readonly isOwn: boolean
  readonly badge: string | null
  /** The figure that decides the rank. */
  readonly score: ReactNode
  /** Less prominent text below the score. Lines break only between its spans. */
  readonly details: ReactNode
}

const metals = ['gold', 'silver', 'bronze'] as const

/** One place in any ranking: rank, person, badge and score. */
export function PlaceRow({ place, isOwn, badge, score, details }: PlaceRowProps) {
  const { rank, displayName, avatar } = place
  const metal = metals[rank - 1]
  return (
    <div className={classes.box}>
      <div className={classes.row} data-own={isOwn || undefined}>
        <span className={classes.rank} data-metal={metal} data-long={rank > 999 || undefined}>
          <span className="visually-hidden">Rank </span>
          {rank}
        </span>
        <UserAvatar name={displayName} src={avatar} size={36} />
        <div className={classes.who}>
          <PersonName person={place} className={placeClasses.name} />
          {isOwn && <span className={placeClasses.you}>You</span>}
          {badge && (
            <span className={placeClasses.badge} data-metal={metal}>
              {badge}
            </span>
          )}
        </div>
        <div className={placeClasses.points}>{score}</div>
        <div className={`${placeClasses.details} ${classes.details}`}>{details}</div>
      </div>
    </div>
  )
}
