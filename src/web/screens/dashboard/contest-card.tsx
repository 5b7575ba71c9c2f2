import { Button, Skeleton } from '@mantine/core'
import { CalendarDays, Gift, Users } from 'lucide-react'
import type { CurrentContest } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { useCurrentContest } from '#web/api/contests.ts'
import { contestMoment } from '#web/parts/contest/contest-moment.ts'
import { ContestProgress, DaysLeft } from '#web/parts/contest/contest-time.tsx'
import { NoContest } from '#web/parts/contest/no-contest.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import classes from './contest-card.module.css'

/** A summary of the running contest, or of the next one. */
export function ContestCard() {
  const query = useCurrentContest()
  const contest = query.data?.data
  return (
    <Card
      title="Current Contest"
      aside={contest && <ContestStatus contest={contest} />}
      foot={
        (query.data || !query.isError) && (
          <Button component={ScreenLink} href={paths.monthlyContests} variant="subtle" size="xs">
            View Monthly Contests
          </Button>
        )
      }
    >
      <QueryState query={query} what="current contest" skeleton={<ContestSkeleton />}>
        {({ data }) => (data ? <Summary contest={data} /> : <NoContest />)}
      </QueryState>
    </Card>
  )
}

function ContestStatus({ contest }: { readonly contest: CurrentContest }) {
  const { phase } = contestMoment(contest, useMinute())
  return phase === 'running' && <span className={classes.status}>ACTIVE</span>
}

function Summary({ contest }: { readonly contest: CurrentContest }) {
  return (
    <div className={classes.summary}>
      <div className={classes.name}>
        <h3 className={classes.title} dir="auto">
          {contest.title}
        </h3>
        <DaysLeft contest={contest} />
      </div>
      <ContestProgress contest={contest} />
      <ul className={classes.facts}>
        <li>
          <Users size={16} aria-hidden />
          <span>{counted(contest.totalParticipants, 'participant')}</span>
        </li>
        <li>
          <CalendarDays size={16} aria-hidden />
          <span>
            {shortDate(contest.startDate)} – {shortDate(contest.endDate)}
          </span>
        </li>
        {contest.prize && (
          <li>
            <Gift size={16} aria-hidden />
            <span>
              <span className="visually-hidden">Prize: </span>
              <bdi>{contest.prize}</bdi>
            </span>
          </li>
        )}
      </ul>
    </div>
  )
}

function ContestSkeleton() {
  return (
    <>
      <Skeleton height={20} width="60%" />
      <Skeleton height={8} my={16} />
      <Skeleton height={14} width="45%" my={12} />
      <Skeleton height={14} width="65%" my={12} />
      <Skeleton height={52} width="80%" my={12} />
    </>
  )
}
