import { memo } from 'react'
import type { Standing } from '#contract/leaderboard.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { PointsScore } from '#web/parts/leader/leader-row.tsx'
import { Movement } from '#web/parts/leader/movement.tsx'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import { Track } from '#web/ui/track.tsx'
import * as classes from './contest-row.module.css'

/** The names of the columns. Each row says its units itself, so screen readers skip them. */
export function ContestRowHead() {
  return (
    <div className={classes.row} data-head aria-hidden>
      <span>#</span>
      <span />
      <span>Name</span>
      <span className={classes.moved} />
      <span className={classes.bar}>Share of the leader’s points</span>
      <span className={classes.figure}>Reports</span>
      <span className={classes.figure}>Shares</span>
      <span className={classes.figure}>Points</span>
    </div>
  )
}

interface ContestRowProps {
  readonly standing: Standing
  readonly leaderPoints: number
  /** Places gained since the day began, negative when lost. */
  readonly gained: number
  readonly isOwn: boolean
}

/** One member's row in a contest's standings. Memoised, because most rows of a long list stay the same. */
export const ContestRow = memo(Row)

function Row({ standing, leaderPoints, gained, isOwn }: ContestRowProps) {
  const { rank, monthlyPoints, totalEngagements, totalShares } = standing
  return (
    <div className={classes.row} data-own={isOwn || undefined}>
      <span className={placeClasses.rank} data-metal={metalOf(rank)} data-long={rank > 999 || undefined}>
        <span className="visually-hidden">Rank </span>
        {rank.toLocaleString('en-US')}
      </span>
      <UserAvatar person={standing} size={36} />
      <span className={classes.who}>
        <PersonName person={standing} cardOf={standing.id} className={placeClasses.name} />
        {isOwn && <span className={placeClasses.you}>You</span>}
        {rank === 1 && (
          <span className={placeClasses.tag} data-metal="gold">
            Leader
          </span>
        )}
      </span>
      <span className={classes.moved}>
        <Movement places={gained} />
      </span>
      <span className={classes.bar}>
        <Track share={monthlyPoints / Math.max(leaderPoints, 1)} tone={isOwn ? 'accent' : 'chart'} />
      </span>
      <Figure count={totalEngagements} unit="report" />
      <Figure count={totalShares} unit="share" />
      <span className={classes.points}>
        <PointsScore points={monthlyPoints} />
      </span>
    </div>
  )
}

function Figure({ count, unit }: { readonly count: number; readonly unit: string }) {
  return (
    <span className={classes.figure}>
      <span aria-hidden>{count.toLocaleString('en-US')}</span>
      <span className="visually-hidden">{counted(count, unit)}</span>
    </span>
  )
}
