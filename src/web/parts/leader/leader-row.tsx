import type { ReactNode } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './leader-row.module.css'
import * as placeClasses from './place.module.css'

/** The engagements and shares behind the points. */
export function EngagementFacts({
  entry,
}: {
  readonly entry: Pick<LeaderboardEntry, 'totalEngagements' | 'totalShares'>
}) {
  return (
    <>
      <span>{counted(entry.totalEngagements, 'engagement')} ·</span>{' '}
      <span>{counted(entry.totalShares, 'share')}</span>
    </>
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
  readonly place: Pick<LeaderboardEntry, 'id' | 'username' | 'displayName' | 'avatar'> & {
    /** Null where it is not known. */
    readonly rank: number | null
  }
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
  const metal = rank === null ? undefined : metalOf(rank)
  return (
    <div className={classes.row} data-own={isOwn || undefined} data-size={size}>
      <Rank rank={rank} />
      <UserAvatar person={place} size={size === 'small' ? 30 : 36} />
      <div className={classes.who}>
        <div className={classes.nameLine}>
          <PersonName person={place} cardOf={place.id} className={placeClasses.name} />
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

/** A rank in a ranking; the first three have their metals. Null keeps its place empty. */
export function Rank({ rank }: { readonly rank: number | null }) {
  if (rank === null) return <span className={placeClasses.rank} />
  return (
    <span className={placeClasses.rank} data-metal={metalOf(rank)} data-long={rank > 999 || undefined}>
      <span className="visually-hidden">Rank </span>
      {rank.toLocaleString('en-US')}
    </span>
  )
}
