import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contest, MonthlyWinner } from '#contract/contests.ts'
import { displayFirstName } from '#domain/names.ts'
import { useContests, useStandings } from '#web/api/contests.ts'
import { PrizeMark } from '#web/parts/contest/prize-mark.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './champion-banner.module.css'

interface OwnWinProps {
  readonly winner: MonthlyWinner
  readonly title: string
}

/** The member's own win: their face between those of the next two, and what they won it with. */
export function OwnWin({ winner, title }: OwnWinProps) {
  return (
    <>
      <div className={classes.faces}>
        <FaceBeside winner={winner} place={0} />
        <span className={classes.face}>
          <Crown size={28} strokeWidth={1.75} className={classes.crown} aria-hidden />
          <UserAvatar person={winner.user} size={88} ring="gold" />
        </span>
        <FaceBeside winner={winner} place={1} />
      </div>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <Result winner={winner} />
      </div>
    </>
  )
}

/** The contest that was won, if it is known: a month can have had two, and the winner does not say of which one. */
function useContestOf({ year, month }: MonthlyWinner): Contest | null {
  const inMonth = useContests().data?.data.filter((one) => year === one.year && month === one.month)
  const [contest, other] = inMonth ?? []
  return contest && !other ? contest : null
}

interface FaceBesideProps {
  readonly winner: MonthlyWinner
  /** 0 for the one who came in second, 1 for the next. */
  readonly place: 0 | 1
}

function FaceBeside({ winner, place }: FaceBesideProps) {
  const contest = useContestOf(winner)
  return contest && <Face contest={contest} winner={winner} place={place} />
}

function Face({ contest, winner, place }: FaceBesideProps & { readonly contest: Contest }) {
  const person = useStandings(contest.id).data?.filter(({ id }) => id !== winner.user.id)[place]
  return person && <UserAvatar person={person} size={52} ring={place === 0 ? 'silver' : 'bronze'} />
}

/** The points of the win, with the runner-up and the prize where the contest is known. */
function Result({ winner }: { readonly winner: MonthlyWinner }) {
  const contest = useContestOf(winner)
  const points = <b>{counted(winner.totalPoints, 'point')}</b>
  if (!contest) return <p>{points}</p>
  return (
    <RunnerUp contest={contest} winner={winner}>
      {points}
    </RunnerUp>
  )
}

interface RunnerUpProps {
  readonly contest: Contest
  readonly winner: MonthlyWinner
  readonly children: ReactNode
}

function RunnerUp({ contest, winner, children }: RunnerUpProps) {
  const second = useStandings(contest.id).data?.find(({ id }) => id !== winner.user.id)
  const ahead = second ? winner.totalPoints - second.monthlyPoints : 0
  return (
    <>
      <p>
        {children}
        {second && ahead > 0 && (
          <>
            , {ahead.toLocaleString('en-US')} more than <bdi>{displayFirstName(second.displayName)}</bdi>
          </>
        )}
      </p>
      {contest.prize && (
        <p className={classes.prize}>
          <PrizeMark className={classes.gift} />
          <span className="visually-hidden">Your prize: </span>
          <bdi>{contest.prize}</bdi>
        </p>
      )}
    </>
  )
}
