import { Skeleton } from '@mantine/core'
import { useId, useRef } from 'react'
import type { CurrentContest } from '#contract/contests.ts'
import type { Standing } from '#contract/leaderboard.ts'
import { useCurrentContest, useStandings, useStandingsAround } from '#web/api/contests.ts'
import listClasses from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { Loading, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import classes from './monthly-leaders.module.css'

const shownLeaders = 3
const rowHeight = 44

/** The top three of the current contest and the member's own place; renders nothing without a contest. */
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

/** As tall as the loaded content: a title and the rows. */
export function MonthlyLeadersSkeleton() {
  return (
    <div className={classes.leaders}>
      <Skeleton height={16} width="45%" />
      <RowsSkeleton />
    </div>
  )
}

/** As tall as the first three, the gap and the member. */
function RowsSkeleton() {
  return (
    <>
      <SkeletonRows count={shownLeaders} height={rowHeight} />
      <div className={classes.gapRoom} />
      <SkeletonRows count={1} height={rowHeight} />
    </>
  )
}

interface MiniBoardProps {
  readonly contest: CurrentContest
  readonly userId: string
}

function MiniBoard({ contest, userId }: MiniBoardProps) {
  const id = useId()
  const query = useStandings(contest.id)
  const known = query.data?.find((standing) => standing.id === userId)
  const around = useStandingsAround(contest.id)
  return (
    <section className={classes.leaders} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Monthly Leaders
      </h3>
      <QueryState
        // The own row may be another answer, and the rows would grow if it came later.
        query={known || !around.isPending ? query : { ...query, data: undefined }}
        what="monthly leaders"
        skeleton={<RowsSkeleton />}
      >
        {(standings) =>
          standings.length > 0 ? (
            <Rows leaders={standings.slice(0, shownLeaders)} own={known ?? around.data?.data.own ?? null} />
          ) : (
            <p className={classes.nobody}>Nobody has points in this contest yet.</p>
          )
        }
      </QueryState>
    </section>
  )
}

interface RowsProps {
  readonly leaders: readonly Standing[]
  readonly own: Standing | null
}

function Rows({ leaders, own }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const isOwnAmong = leaders.some(({ id }) => id === own?.id)
  const shown = own && !isOwnAmong ? [...leaders, own] : leaders
  useReorderMotion(
    list,
    shown.map(({ id }) => id),
  )
  const between = own && !isOwnAmong ? own.rank - shownLeaders - 1 : 0
  return (
    <AmongPeople people={shown}>
      <ol ref={list} className={listClasses.list} aria-label="Monthly leaders">
        {shown.map((standing, at) => (
          <li key={standing.id} data-motion-key={standing.id}>
            {at === shownLeaders && between > 0 && (
              <p className={classes.gap}>{between.toLocaleString('en-US')} more</p>
            )}
            <PlaceRow
              place={standing}
              isOwn={standing.id === own?.id}
              size="small"
              score={<PointsScore points={standing.monthlyPoints} />}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}
