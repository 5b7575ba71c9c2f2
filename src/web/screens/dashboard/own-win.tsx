import type { MonthlyWinner } from '#contract/contests.ts'
import { displayFirstName } from '#domain/names.ts'
import { useStandings } from '#web/api/contests.ts'
import { PrizeMark } from '#web/parts/contest/prize-mark.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './champion-banner.module.css'

interface FaceBesideProps {
  readonly winner: MonthlyWinner
  /** 0 for the one who came in second, 1 for the next. */
  readonly place: 0 | 1
}

/** The face of one of the two who came in behind the champion. */
export function FaceBeside({ winner, place }: FaceBesideProps) {
  const { contest } = winner
  return contest && <Face contest={contest} winner={winner} place={place} />
}

function Face({ contest, winner, place }: FaceBesideProps & OfContest) {
  const person = useStandings(contest.id).data?.filter(({ id }) => id !== winner.user.id)[place]
  return person && <UserAvatar person={person} size={52} ring={place === 0 ? 'silver' : 'bronze'} />
}

interface OwnWinProps {
  readonly winner: MonthlyWinner
}

interface OfContest {
  readonly contest: NonNullable<MonthlyWinner['contest']>
}

/** By how much the member won. */
export function OwnLead({ winner }: OwnWinProps) {
  const { contest } = winner
  return contest && <Lead contest={contest} winner={winner} />
}

function Lead({ contest, winner }: OwnWinProps & OfContest) {
  const second = useStandings(contest.id).data?.find(({ id }) => id !== winner.user.id)
  const ahead = second ? winner.totalPoints - second.monthlyPoints : 0
  if (!second || ahead <= 0) return null
  return (
    <>
      , {ahead.toLocaleString('en-US')} more than <bdi>{displayFirstName(second.displayName)}</bdi>
    </>
  )
}

/** What the member won. */
export function OwnPrize({ winner }: OwnWinProps) {
  const prize = winner.contest?.prize
  if (!prize) return null
  return (
    <p className={classes.prize}>
      <PrizeMark className={classes.gift} />
      <span className="visually-hidden">Your prize: </span>
      <bdi>{prize}</bdi>
    </p>
  )
}
