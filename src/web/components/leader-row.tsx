import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { rankBadge } from '#domain/leaderboard.ts'
import classes from './leader-row.module.css'
import { UserAvatar } from './user-avatar.tsx'

interface LeaderRowProps {
  readonly entry: LeaderboardEntry
  readonly isOwn: boolean
}

const metals = ['gold', 'silver', 'bronze'] as const

/** One place on the board: rank, person, points and what they come from. */
export function LeaderRow({ entry, isOwn }: LeaderRowProps) {
  const badge = rankBadge(entry.rank)
  const metal = metals[entry.rank - 1]
  return (
    <div className={classes.box}>
      <div className={classes.row} data-own={isOwn || undefined}>
        <span className={classes.rank} data-metal={metal} data-long={entry.rank > 999 || undefined}>
          <span className="visually-hidden">Rank </span>
          {entry.rank}
        </span>
        <UserAvatar name={entry.username} src={entry.avatar} size={36} />
        <div className={classes.who}>
          <bdi className={classes.name} title={entry.username}>
            {entry.username}
          </bdi>
          {isOwn && <span className={classes.you}>You</span>}
          {badge && (
            <span className={classes.badge} data-metal={metal}>
              {badge}
            </span>
          )}
        </div>
        <div className={classes.points}>
          {entry.totalPoints.toLocaleString('en-US')}
          <span className="visually-hidden"> points, </span>
        </div>
        <div className={classes.details}>
          <span>{counted(entry.totalEngagements, 'engagement')} ·</span>{' '}
          <span>{counted(entry.totalShares, 'share')}</span>
        </div>
      </div>
    </div>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
