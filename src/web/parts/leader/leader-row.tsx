import { memo, type ReactNode } from 'react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { rankBadge } from '#domain/leaderboard.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import classes from './leader-row.module.css'

interface LeaderRowProps {
  readonly entry: LeaderboardEntry
  readonly isOwn: boolean
}

/** One place on the board: rank, person, points and what they come from. Long boards scroll, and most rows stay. */
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
          <span className="visually-hidden"> points, </span>
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
  /** What the place is decided by. */
  readonly score: ReactNode
  /** Quieter, below the score; its spans are not broken. */
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
          <PersonName person={place} className={classes.name} />
          {isOwn && <span className={classes.you}>You</span>}
          {badge && (
            <span className={classes.badge} data-metal={metal}>
              {badge}
            </span>
          )}
        </div>
        <div className={classes.points}>{score}</div>
        <div className={classes.details}>{details}</div>
      </div>
    </div>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
