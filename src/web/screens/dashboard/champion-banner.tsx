import { Button, CloseButton } from '@mantine/core'
import { Crown } from 'lucide-react'
import type { MonthlyWinner } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { displayFirstName } from '#domain/names.ts'
import { usePreviousWinners } from '#web/api/contests.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { usePreferences } from '#web/app/preferences.ts'
import { championKey, championNews, rememberChampion } from '#web/parts/contest/champion-news.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName } from '#web/ui/time-words.ts'
import * as classes from './champion-banner.module.css'

// The words stand before paper falls behind them.
const Paper = lazyPart(async () => (await import('./paper.tsx')).Paper)
// What only one member a month sees, and what takes an answer of its own anyway.
const FaceBeside = lazyPart(async () => (await import('./own-win.tsx')).FaceBeside)
const OwnLead = lazyPart(async () => (await import('./own-win.tsx')).OwnLead)
const OwnPrize = lazyPart(async () => (await import('./own-win.tsx')).OwnPrize)

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
  const ofTeam = winner.championTeam && (
    <>
      , and <bdi>{winner.championTeam.name}</bdi> is the champion team
    </>
  )
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
      <Paper userId={user.id} champion={championKey(winner)} />
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
          <>
            <p>
              <b>{counted(winner.totalPoints, 'point')}</b>
              <OwnLead winner={winner} />
              {ofTeam}
            </p>
            <OwnPrize winner={winner} />
          </>
        ) : (
          <p>
            <bdi>{winner.user.displayName}</bdi> with <b>{counted(winner.totalPoints, 'point')}</b>
            {ofTeam}
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
