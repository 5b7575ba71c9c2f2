import { Button, CloseButton } from '@mantine/core'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contest, MonthlyWinner } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useContests, usePreviousWinners, useStandings } from '#web/api/contests.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { usePreferences } from '#web/app/preferences.ts'
import { championNews, monthKey, rememberChampion } from '#web/parts/contest/champion-news.ts'
import { PrizeMark } from '#web/parts/contest/prize-mark.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName } from '#web/ui/time-words.ts'
import classes from './champion-banner.module.css'

// The words stand before paper falls behind them.
const Paper = lazyPart(async () => (await import('./paper.tsx')).Paper)

/** Last month's champion, until the member has seen who it was; null if there is no news. */
export function useChampionNews(user: CurrentUser): MonthlyWinner | null {
  const { seenChampion } = usePreferences()
  return championNews(usePreviousWinners().data ?? [], seenChampion[user.id], new Date())
}

interface ChampionBannerProps {
  readonly winner: MonthlyWinner
  readonly user: CurrentUser
}

/** Tells a member once who won last month: in a card among the others, or across the screen if it was them. */
export function ChampionBanner({ winner, user }: ChampionBannerProps) {
  const isOwn = winner.user.id === user.id
  const dismiss = () => {
    rememberChampion(user.id, winner)
    // The focused button goes, so the focus moves to where the screen begins.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  return (
    <section
      className={classes.banner}
      data-size={isOwn ? 'wide' : 'card'}
      aria-label={titleOf(winner, user)}
    >
      <Paper userId={user.id} month={monthKey(winner)} />
      <div className={classes.faces}>
        {isOwn && <FaceBeside winner={winner} place={0} />}
        <span className={classes.face}>
          {isOwn && <Crown size={28} strokeWidth={1.75} className={classes.crown} aria-hidden />}
          <UserAvatar person={winner.user} size={isOwn ? 88 : 40} ring="gold" />
        </span>
        {isOwn && <FaceBeside winner={winner} place={1} />}
      </div>
      <div className={classes.words}>
        <p className={classes.title}>{titleOf(winner, user)}</p>
        {isOwn ? (
          <OwnWin winner={winner} />
        ) : (
          <p>
            <bdi>{winner.user.displayName}</bdi> with <b>{counted(winner.totalPoints, 'point')}</b>
          </p>
        )}
      </div>
      <Button
        component={ScreenLink}
        href={`${paths.monthlyContests}?tab=past`}
        variant={isOwn ? 'filled' : 'subtle'}
        size={isOwn ? 'sm' : 'xs'}
        className={classes.results}
        onClick={() => rememberChampion(user.id, winner)}
      >
        See results
      </Button>
      <CloseButton aria-label="Dismiss" size={36} className={classes.close} onClick={dismiss} />
    </section>
  )
}

function titleOf({ month, user: winner }: MonthlyWinner, user: CurrentUser): string {
  const who = winner.id === user.id ? 'You' : displayFirstName(winner.displayName)
  return `${who} won ${monthName(month)}`
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

/** The points of the member's own win, with the runner-up and the prize where the contest is known. */
function OwnWin({ winner }: { readonly winner: MonthlyWinner }) {
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
