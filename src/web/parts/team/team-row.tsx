import type { ReactNode } from 'react'
import type { TeamEntry } from '#contract/teams.ts'
import { PointsScore, Rank } from '#web/parts/leader/leader-row.tsx'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import { TeamName } from './team-name.tsx'
import * as classes from './team-row.module.css'

interface TeamRowProps {
  readonly team: TeamEntry
  /** Where its page is; null for a team that is gone. */
  readonly href: string | null
  readonly isOwn: boolean
  /** What else there is to say of it, beside its name. */
  readonly mark?: ReactNode
}

/** A team on a board, with its points for each active member. */
export function TeamRow({ team, href, isOwn, mark }: TeamRowProps) {
  const { rank, average, totalPoints, activeMembers, size } = team
  return (
    <div className={classes.row} data-own={isOwn || undefined}>
      <Rank rank={rank} />
      <div>
        <div className={classes.nameLine}>
          {href === null ? (
            <span className={classes.name}>
              <TeamName team={team} />
            </span>
          ) : (
            <ScreenLink href={href} className={classes.name}>
              <TeamName team={team} />
            </ScreenLink>
          )}
          {isOwn && <span className={placeClasses.you}>Yours</span>}
          {mark}
        </div>
        <p className={placeClasses.details}>
          <span>{counted(totalPoints, 'point')} ·</span>{' '}
          <span>{activeMembers.toLocaleString('en-US')} active ·</span> <span>{counted(size, 'member')}</span>
        </p>
      </div>
      <div className={placeClasses.points}>
        <PointsScore points={average} />
        <span className="visually-hidden"> for each active member</span>
      </div>
    </div>
  )
}

/** What the score of a team is. */
export function TeamScoreNote() {
  return (
    <p className={classes.note}>
      Points for each active member. A team with fewer than two active members has no place yet.
    </p>
  )
}
