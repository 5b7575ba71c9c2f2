import { Trophy } from 'lucide-react'
import type { MonthlyWinner } from '#contract/contests.ts'
import placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './winner-row.module.css'

interface WinnerRowProps {
  /** The month or year that was won. */
  readonly when: string
  readonly note?: string | undefined
  readonly user: MonthlyWinner['user']
  readonly isOwn?: boolean
  readonly monthsWon?: number
  readonly totals: Pick<MonthlyWinner, 'totalPoints' | 'totalShares' | 'totalEngagements'>
}

/** The winner of a month or year, with the totals. */
export function WinnerRow({ when, note, user, isOwn = false, monthsWon, totals }: WinnerRowProps) {
  const details = [
    ...(monthsWon === undefined ? [] : [`${counted(monthsWon, 'month')} won`]),
    counted(totals.totalEngagements, 'engagement'),
    counted(totals.totalShares, 'share'),
  ]
  return (
    <div className={classes.box}>
      <div className={classes.row} data-own={isOwn || undefined}>
        <h3 className={classes.when}>
          <Trophy size={18} className={classes.trophy} aria-hidden />
          <span>
            {when}
            {note && <span className={classes.note}> {note}</span>}
          </span>
        </h3>
        <div className={classes.who}>
          <UserAvatar person={user} size={36} />
          <PersonName person={user} className={placeClasses.name} />
          {isOwn && <span className={placeClasses.you}>You</span>}
        </div>
        <p className={`${placeClasses.points} ${classes.points}`}>
          {totals.totalPoints.toLocaleString('en-US')}{' '}
          <span className={classes.unit}>{totals.totalPoints === 1 ? 'point' : 'points'}</span>
        </p>
        <p className={`${placeClasses.details} ${classes.details}`}>{details.join(' · ')}</p>
      </div>
    </div>
  )
}
