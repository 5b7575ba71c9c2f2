import { Button, Skeleton } from '@mantine/core'
import { useId, useRef } from 'react'
import type { CurrentContest } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { useCurrentContest, useStandings } from '#web/api/contests.ts'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { StandingRow } from '#web/parts/leader/standing-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { Loading, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './monthly-leaders.module.css'

const shownLeaders = 3

/** The top three of the current contest with a View Contest button; renders nothing without a contest. */
export function MonthlyLeaders({ userId }: { readonly userId: string }) {
  const { data, isError } = useCurrentContest()
  if (data?.data) return <MiniBoard contest={data.data} userId={userId} />
  // The contest card beside this one reports a contest that could not be loaded.
  if (data || isError) return null
  return (
    <Loading what="monthly leaders">
      <MonthlyLeadersSkeleton />
    </Loading>
  )
}

/** As tall as the loaded content: a title, the rows and a button. */
export function MonthlyLeadersSkeleton() {
  return (
    <div className={classes.leaders}>
      <Skeleton height={20} width="45%" />
      <SkeletonRows count={shownLeaders} />
      <Skeleton height={42} />
    </div>
  )
}

interface MiniBoardProps {
  readonly contest: CurrentContest
  readonly userId: string
}

function MiniBoard({ contest, userId }: MiniBoardProps) {
  const id = useId()
  const query = useStandings(contest.id)
  const leaders = query.data?.slice(0, shownLeaders)
  const list = useRef<HTMLOListElement>(null)
  useReorderMotion(
    list,
    (leaders ?? []).map((leader) => leader.id),
  )
  return (
    <section className={classes.leaders} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Monthly Leaders
      </h3>
      <QueryState
        query={{ data: leaders, isError: query.isError, refetch: query.refetch }}
        what="monthly leaders"
        skeleton={<SkeletonRows count={shownLeaders} />}
      >
        {(shown) =>
          shown.length > 0 ? (
            <AmongPeople people={shown}>
              <ol ref={list} className={classes.list} aria-label="Monthly leaders">
                {shown.map((standing) => (
                  <li key={standing.id} data-motion-key={standing.id}>
                    <StandingRow standing={standing} isOwn={standing.id === userId} />
                  </li>
                ))}
              </ol>
            </AmongPeople>
          ) : (
            <p className={classes.nobody}>Nobody has points in this contest yet.</p>
          )
        }
      </QueryState>
      <Button component={ScreenLink} href={paths.monthlyContest} variant="default" fullWidth size="md">
        View Contest
      </Button>
    </section>
  )
}
