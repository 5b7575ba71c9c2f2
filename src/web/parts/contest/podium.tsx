import { Crown } from 'lucide-react'
import type { Standing } from '#contract/leaderboard.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { PointsScore } from '#web/parts/leader/leader-row.tsx'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './podium.module.css'
import { podiumGaps } from './podium-gaps.ts'

interface PodiumProps {
  /** The first three, best first. */
  readonly standings: readonly Standing[]
  readonly ownId: string | undefined
}

/** A contest's first three on their pedestals: read in their order, drawn with the first in the middle. */
export function Podium({ standings, ownId }: PodiumProps) {
  const gaps = podiumGaps(standings.map(({ monthlyPoints }) => monthlyPoints))
  return (
    <div className={classes.box}>
      <ol className={classes.podium} aria-label="Team standings">
        {standings.map((standing, place) => (
          <li key={standing.id} className={classes.place} data-step={place + 1}>
            <PodiumPlace standing={standing} isOwn={standing.id === ownId} gap={gaps[place] ?? ''} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface PodiumPlaceProps {
  readonly standing: Standing
  readonly isOwn: boolean
  /** The distance to the neighbour, in words. */
  readonly gap: string
}

function PodiumPlace({ standing, isOwn, gap }: PodiumPlaceProps) {
  const { rank } = standing
  const metal = metalOf(rank)
  const isLeader = rank === 1
  return (
    <>
      <span className="visually-hidden">Rank {rank} </span>
      {isLeader && <Crown size={24} strokeWidth={1.75} className={classes.crown} aria-hidden />}
      <span className={classes.face} data-leader={isLeader || undefined}>
        <UserAvatar person={standing} size={isLeader ? 80 : 56} ring={metal} />
      </span>
      <PersonName person={standing} cardOf={standing.id} className={classes.name} />
      {isOwn && <span className={placeClasses.you}>You</span>}
      <span className={classes.points}>
        <PointsScore points={standing.monthlyPoints} />
      </span>
      {isLeader && (
        <span className={placeClasses.tag} data-metal="gold">
          Leader
        </span>
      )}
      <span className={classes.pedestal} data-metal={metal}>
        <span aria-hidden>{rank}</span>
        <span className={classes.gap}>{gap}</span>
      </span>
    </>
  )
}
