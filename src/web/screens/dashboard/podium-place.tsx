import { Crown } from 'lucide-react'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { metalOf, rankBadge } from '#domain/leaderboard.ts'
import { PointsScore } from '#web/parts/leader/leader-row.tsx'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './podium-place.module.css'

interface PodiumPlaceProps {
  readonly entry: LeaderboardEntry
  readonly isOwn: boolean
  /** 1 is the highest. Equal ranks stand on steps of their own. */
  readonly step: number
}

/** One of the first three on the board, on a pedestal. */
export function PodiumPlace({ entry, isOwn, step }: PodiumPlaceProps) {
  const { rank, totalPoints } = entry
  const metal = metalOf(rank)
  return (
    <div className={classes.place} data-step={step} data-metal={metal}>
      <span className="visually-hidden">Rank {rank} </span>
      {rank === 1 && <Crown className={classes.crown} size={20} strokeWidth={1.75} aria-hidden />}
      <UserAvatar person={entry} size={step === 1 ? 60 : 50} ring={metal} />
      <span className={classes.who}>
        <PersonName person={entry} cardOf={entry.id} className={classes.name} />
        {isOwn && <span className={placeClasses.you}>You</span>}
      </span>
      <span className={classes.points}>
        <PointsScore points={totalPoints} />
      </span>
      <span className={placeClasses.tag} data-metal={metal}>
        {rankBadge(rank)}
      </span>
      <span className={classes.pedestal} aria-hidden>
        {rank}
      </span>
    </div>
  )
}
