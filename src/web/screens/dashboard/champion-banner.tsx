import { Button, CloseButton } from '@mantine/core'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contest, MonthlyWinner } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { useContests, usePreviousWinners, useStandings } from '#web/api/contests.ts'
import { usePreferences } from '#web/app/preferences.ts'
import { championNews, monthKey, rememberChampion } from '#web/parts/contest/champion-news.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName } from '#web/ui/time-words.ts'
import classes from './champion-banner.module.css'
import { Paper } from './paper.tsx'

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
      <span className={classes.face}>
        {isOwn && <Crown size={20} className={classes.crown} aria-hidden />}
        <UserAvatar person={winner.user} size={isOwn ? 56 : 40} ring="gold" />
      </span>
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
        variant={isOwn ? 'default' : 'subtle'}
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

/** The points of the member's own win, with the runner-up and the prize where the contest is known. */
function OwnWin({ winner }: { readonly winner: MonthlyWinner }) {
  const inMonth = useContests().data?.data.filter(
    ({ year, month }) => year === winner.year && month === winner.month,
  )
  const points = <b>{counted(winner.totalPoints, 'point')}</b>
  // A month can have had two contests, and the winner does not say of which one.
  const [contest, other] = inMonth ?? []
  if (!contest || other) return <p>{points}</p>
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
          <span className="visually-hidden">Your prize: </span>
          <bdi>{contest.prize}</bdi>
        </p>
      )}
    </>
  )
}
