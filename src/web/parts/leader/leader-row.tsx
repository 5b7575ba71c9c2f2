import { memo, type ReactNode } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { metalOf, rankBadge } from '#domain/leaderboard.ts'
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
      tag={rankBadge(entry.rank)}
      score={<PointsScore points={entry.totalPoints} />}
      fact={
        <>
          <span>{counted(entry.totalEngagements, 'engagement')} ·</span>{' '}
          <span>{counted(entry.totalShares, 'share')}</span>
        </>
      }
    />
  )
}

/** The points of a row, whose unit only screen readers need. */
export function PointsScore({ points }: { readonly points: number }) {
  return (
    <>
      {points.toLocaleString('en-US')}
      <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
    </>
  )
}

interface PlaceRowProps {
  readonly place: Pick<LeaderboardEntry, 'id' | 'rank' | 'username' | 'displayName' | 'avatar'>
  readonly isOwn: boolean
  readonly size?: 'normal' | 'small'
  /** A word for the rank, below the name. */
  readonly tag?: string | null
  /** One fact on the second line, beside the tag. Lines break only between its spans. */
  readonly fact?: ReactNode
  /** Stands behind the name, such as how far the place has moved. */
  readonly aside?: ReactNode
  /** The figure that decides the rank. */
  readonly score: ReactNode
}

/** One place in any ranking: rank, face, name, one fact and the score. */
export function PlaceRow({ place, isOwn, size = 'normal', tag, fact, aside, score }: PlaceRowProps) {
  const { rank } = place
  const metal = metalOf(rank)
  return (
    <div className={classes.row} data-own={isOwn || undefined} data-size={size}>
      <span className={placeClasses.rank} data-metal={metal} data-long={rank > 999 || undefined}>
        <span className="visually-hidden">Rank </span>
        {rank.toLocaleString('en-US')}
      </span>
      <UserAvatar person={place} size={size === 'small' ? 30 : 36} />
      <div className={classes.who}>
        <div className={classes.nameLine}>
          <PersonName person={place} className={placeClasses.name} />
          {isOwn && <span className={placeClasses.you}>You</span>}
          {aside}
        </div>
        {(tag || fact) && (
          <div className={classes.factLine}>
            {tag && (
              <span className={placeClasses.tag} data-metal={metal}>
                {tag}
              </span>
            )}
            {fact && <span className={placeClasses.details}>{fact}</span>}
          </div>
        )}
      </div>
      <div className={placeClasses.points}>{score}</div>
    </div>
  )
}
