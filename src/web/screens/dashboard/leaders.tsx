import { Skeleton } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import type { CurrentContest } from '#contract/contests.ts'
import type { LeaderboardEntry, Standing } from '#contract/leaderboard.ts'
import { useCurrentContest, useStandings, useStandingsAround } from '#web/api/contests.ts'
import { useAround, useLeaderboard } from '#web/api/leaderboard.ts'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { Loading, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './leaders.module.css'

const shownLeaders = 3
const rowHeight = 44

interface LeadersProps {
  readonly userId: string
}

/** The top three of the current contest and the member's own place; without a contest those of the team. */
export function Leaders({ userId }: LeadersProps) {
  const { data, isError } = useCurrentContest()
  if (data?.data) return <MonthlyLeaders contest={data.data} userId={userId} />
  if (data) return <TeamLeaders />
  // The contest card beside this one reports a contest that could not be loaded.
  if (isError) return null
  return (
    <Loading what="monthly leaders">
      <LeadersSkeleton />
    </Loading>
  )
}

/** As tall as the loaded content: a title and the rows. */
export function LeadersSkeleton() {
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

interface MonthlyLeadersProps extends LeadersProps {
  readonly contest: CurrentContest
}

function MonthlyLeaders({ contest, userId }: MonthlyLeadersProps) {
  const query = useStandings(contest.id)
  const known = query.data?.find((standing) => standing.id === userId)
  const around = useStandingsAround(contest.id)
  return (
    <MiniBoard title="Monthly Leaders">
      <QueryState
        // The own row may be another answer, and the rows would grow if it came later.
        query={known || !around.isPending ? query : { ...query, data: undefined }}
        what="monthly leaders"
        skeleton={<RowsSkeleton />}
      >
        {(standings) =>
          standings.length > 0 ? (
            <Rows label="Monthly leaders" all={standings} own={known ?? around.data?.data.own ?? null} />
          ) : (
            <p className={classes.nobody}>Nobody has points in this contest yet.</p>
          )
        }
      </QueryState>
    </MiniBoard>
  )
}

/** Both answers are there, because the card has waited for them. */
function TeamLeaders() {
  const board = useLeaderboard()
  const around = useAround()
  return (
    <MiniBoard title="Team Leaders">
      <Rows label="Team leaders" all={board.data?.data ?? []} own={around.data?.own ?? null} />
    </MiniBoard>
  )
}

interface MiniBoardProps {
  readonly title: string
  readonly children: ReactNode
}

function MiniBoard({ title, children }: MiniBoardProps) {
  const id = useId()
  return (
    <section className={classes.leaders} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** `monthlyPoints` in a contest. */
type Placed = LeaderboardEntry & Partial<Standing>

interface RowsProps {
  readonly label: string
  readonly all: readonly Placed[]
  readonly own: Placed | null
}

function Rows({ label, all, own }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const leaders = all.slice(0, shownLeaders)
  const isOwnAmong = leaders.some(({ id }) => id === own?.id)
  const shown = own && !isOwnAmong ? [...leaders, own] : leaders
  useReorderMotion(
    list,
    shown.map(({ id }) => id),
  )
  const between = own && !isOwnAmong ? own.rank - shownLeaders - 1 : 0
  return (
    <AmongPeople people={shown}>
      <ol ref={list} className={listClasses.list} aria-label={label}>
        {shown.map((standing, at) => (
          <li key={standing.id} data-motion-key={standing.id}>
            {at === shownLeaders && between > 0 && (
              <p className={classes.gap}>{between.toLocaleString('en-US')} more</p>
            )}
            <PlaceRow
              place={standing}
              isOwn={standing.id === own?.id}
              size="small"
              score={<PointsScore points={standing.monthlyPoints ?? standing.totalPoints} />}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}
