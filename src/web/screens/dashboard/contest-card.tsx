import { Button, Skeleton } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import type { CurrentContest } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { useCurrentContest } from '#web/api/contests.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { contestDays, contestMoment } from '#web/parts/contest/contest-moment.ts'
import { ContestDays, DaysLeft } from '#web/parts/contest/contest-time.tsx'
import { DaysStrip } from '#web/parts/contest/days-strip.tsx'
import { OwnDistance } from '#web/parts/contest/own-distance.tsx'
import { PrizeMark } from '#web/parts/contest/prize-mark.tsx'
import { useOwnPlace } from '#web/parts/contest/use-own-place.ts'
import * as cardClasses from '#web/ui/card.module.css'
import { QueryState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { counted } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './contest-card.module.css'

const MonthNudge = lazyPart(async () => (await import('#web/parts/contest-form/month-nudge.tsx')).MonthNudge)
const NoContest = lazyPart(async () => (await import('#web/parts/contest/no-contest.tsx')).NoContest, {
  waiting: <ContestSkeleton />,
  failed: <p>No Active Contest</p>,
})

/** A summary of the running contest, or of the next one. */
export function ContestCard({ isAdmin }: { readonly isAdmin: boolean }) {
  const query = useCurrentContest()
  const contest = query.data?.data
  return (
    <section className={cardClasses.card} aria-labelledby="current-contest">
      <div className={classes.head}>
        <h2 id="current-contest" className={cardClasses.section}>
          Current Contest
        </h2>
        {contest && <ContestStatus contest={contest} />}
      </div>
      <div>
        <QueryState query={query} what="current contest" skeleton={<ContestSkeleton />}>
          {({ data }) => (data ? <Summary contest={data} /> : <NoContest />)}
        </QueryState>
        {isAdmin && <MonthNudge />}
      </div>
      {(query.data || !query.isError) && (
        <div className={cardClasses.foot}>
          <Button
            component={ScreenLink}
            href={paths.monthlyContests}
            variant="subtle"
            size="xs"
            rightSection={<ArrowRight size={14} aria-hidden />}
          >
            View Monthly Contests
          </Button>
        </div>
      )}
    </section>
  )
}

function ContestStatus({ contest }: { readonly contest: CurrentContest }) {
  const { phase } = contestMoment(contest, useMinute())
  return (
    phase === 'running' && (
      <span className={classes.status}>
        <StatusBadge tone="good">ACTIVE</StatusBadge>
      </span>
    )
  )
}

function Summary({ contest }: { readonly contest: CurrentContest }) {
  const { percent } = contestMoment(contest, useMinute())
  return (
    <>
      <h3 className={classes.title} dir="auto">
        {contest.title}
      </h3>
      <p className={classes.facts}>
        {counted(contest.totalParticipants, 'participant')} · <ContestDays contest={contest} />
      </p>
      {contest.prize && (
        <div className={classes.prize}>
          <PrizeMark />
          <p dir="auto">
            <span className="visually-hidden">Prize: </span>
            {contest.prize}
          </p>
        </div>
      )}
      <p className={classes.time}>
        <DaysLeft contest={contest} />
        <span aria-hidden>{percent}%</span>
      </p>
      <DaysStrip contest={contest} />
      <OwnLine contest={contest} />
    </>
  )
}

function OwnLine({ contest }: { readonly contest: CurrentContest }) {
  const place = useOwnPlace(contest.id)
  const now = useMinute()
  const { phase } = contestMoment(contest, now)
  if (place) {
    return (
      <p className={classes.own}>
        <span className={classes.rank}>
          <span className="visually-hidden">Your place: </span>#{place.own.rank.toLocaleString('en-US')}
        </span>
        <span>
          <OwnDistance place={place} isOver={phase === 'ended'} />
        </span>
      </p>
    )
  }
  const words = {
    upcoming: `Reports count from ${contestDays(contest, now).first}.`,
    running: 'Your first report puts you in the standings.',
    ended: 'The champion is named ten minutes after the end.',
  }[phase]
  // The line keeps its height while the place is not known.
  return <p className={classes.own}>{place === null && words}</p>
}

/** As tall as a contest with a prize of two lines. */
function ContestSkeleton() {
  return (
    <>
      <Skeleton height={20} width="60%" mt={5} mb={8} />
      <Skeleton height={12} width="75%" mb={17} />
      <Skeleton height={74} mb={17} radius={12} />
      <Skeleton height={12} width="40%" mb={11} />
      <Skeleton height={14} mb={14} />
      <Skeleton height={16} width="65%" />
    </>
  )
}
