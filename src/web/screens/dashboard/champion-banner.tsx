import { Button, CloseButton } from '@mantine/core'
import { Trophy } from 'lucide-react'
import { useRef } from 'react'
import type { MonthlyWinner } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { usePreviousWinners } from '#web/api/contests.ts'
import { usePreferences } from '#web/app/preferences.ts'
import { championNews, monthKey, rememberChampion } from '#web/parts/contest/champion-news.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName } from '#web/ui/time-words.ts'
import classes from './champion-banner.module.css'
import { Paper } from './paper.tsx'

/** Tells a member once who won last month; renders nothing if there is no news. */
export function ChampionBanner({ userId }: { readonly userId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { seenChampion } = usePreferences()
  const winner = championNews(usePreviousWinners().data ?? [], seenChampion[userId], new Date())
  const dismiss = () => {
    if (winner) rememberChampion(userId, winner)
    // The focused button is gone, so the focus moves to the dashboard that follows it.
    place.current?.focus()
  }
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {winner && (
        <section className={classes.banner} aria-label={titleOf(winner)}>
          <Paper userId={userId} month={monthKey(winner)} />
          <Trophy size={28} className={classes.trophy} aria-hidden />
          <div className={classes.words}>
            <p className={classes.title}>{titleOf(winner)}</p>
            <p>
              <bdi className={classes.name}>{winner.user.displayName}</bdi> with{' '}
              {counted(winner.totalPoints, 'point')}
            </p>
          </div>
          <Button
            component={ScreenLink}
            href={`${paths.monthlyContests}?tab=past`}
            variant="default"
            className={classes.results}
            onClick={() => rememberChampion(userId, winner)}
          >
            See results
          </Button>
          <CloseButton aria-label="Dismiss" size={36} className={classes.close} onClick={dismiss} />
        </section>
      )}
    </div>
  )
}

function titleOf({ month, year }: MonthlyWinner): string {
  return `Champion of ${monthName(month)} ${year}`
}
