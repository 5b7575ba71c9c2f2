import { Crown } from 'lucide-react'
import type { Standing } from '#contract/leaderboard.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { PointsScore } from '#web/parts/leader/leader-row.tsx'
import placeClasses from '#web/parts/leader/place.module.css'
import { StandingDetails } from '#web/parts/leader/standing-row.tsx'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import classes from './podium-place.module.css'

interface PodiumPlaceProps {
  readonly standing: Standing
  readonly isOwn: boolean
}

/** One of a contest's top three on a pedestal. In a narrow container it looks like any other row of the standings. */
export function PodiumPlace({ standing, isOwn }: PodiumPlaceProps) {
  const { rank } = standing
  const isLeader = rank === 1
  return (
    <div className={classes.place} data-rank={rank} data-own={isOwn || undefined}>
      <span className={`${placeClasses.rank} ${classes.rank}`} data-metal={metalOf(rank)}>
        <span className="visually-hidden">Rank </span>
        {rank}
      </span>
      <div className={classes.picture}>
        {isLeader && <Crown size={20} className={classes.crown} aria-hidden />}
        <UserAvatar person={standing} size={36} />
      </div>
      <div className={classes.who}>
        <PersonName person={standing} className={`${placeClasses.name} ${classes.name}`} />
        {isOwn && <span className={placeClasses.you}>You</span>}
        {isLeader && (
          <span className={placeClasses.tag} data-metal="gold">
            Leader
          </span>
        )}
      </div>
      <div className={`${placeClasses.points} ${classes.points}`}>
        <PointsScore points={standing.monthlyPoints} />
      </div>
      <div className={`${placeClasses.details} ${classes.details}`}>
        <StandingDetails standing={standing} />
      </div>
    </div>
  )
}
