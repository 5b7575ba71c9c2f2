import { Button } from '@mantine/core'
import { ArrowRight, Trophy } from 'lucide-react'
import type { CurrentContest } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { useStandings } from '#web/api/contests.ts'
import { contestMoment } from '#web/parts/contest/contest-moment.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { monthName } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './wall.module.css'

/** The month whose champion is not known yet. */
export function RunningTile({ contest }: { readonly contest: CurrentContest }) {
  const { badge } = contestMoment(contest, useMinute())
  return (
    <section className={classes.running} aria-labelledby="running-month">
      <div className={classes.runningHead}>
        <h3 id="running-month" className={classes.runningTitle}>
          {monthName(contest.month)}
        </h3>
      </div>
      <span className={classes.cup}>
        <Trophy size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={classes.runningBody}>
        <p className={classes.left}>{badge.text}</p>
        <Lead contest={contest} />
        <Button
          component={ScreenLink}
          href={paths.monthlyContest}
          variant="subtle"
          size="xs"
          rightSection={<ArrowRight size={14} aria-hidden />}
        >
          View Contest
        </Button>
      </div>
    </section>
  )
}

/** Who leads, and by how much. The line stays where nobody does, so that nothing moves. */
function Lead({ contest }: { readonly contest: CurrentContest }) {
  const { data: standings } = useStandings(contest.id)
  const [first, second] = standings ?? []
  const lead = first && second ? first.monthlyPoints - second.monthlyPoints : 0
  return (
    <p className={classes.lead}>
      {first ? (
        <>
          <bdi>{first.displayName}</bdi> leads{lead > 0 && ` by ${lead.toLocaleString('en-US')}`}
        </>
      ) : (
        standings && 'Nobody leads yet'
      )}
    </p>
  )
}
