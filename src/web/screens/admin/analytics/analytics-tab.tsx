import { Button } from '@mantine/core'
import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'wouter'
import {
  type Analytics,
  type AnalyticsPeriod,
  analyticsPeriods,
  type PostReachSort,
  usualPeriod,
} from '#contract/analytics.ts'
import type { TeamFigureSort } from '#domain/team-figures.ts'
import { useAnalytics } from '#web/api/analytics.ts'
import { displayMessage } from '#web/api/client.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { Loading, StaleNote } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { type TableState, useTableState } from '#web/ui/table-query.ts'
import { ActivityFacts } from './activity-facts.tsx'
import * as classes from './analytics-tab.module.css'
import { MembersChart, ReportsChart } from './charts.tsx'
import { Exports } from './exports.tsx'
import { dayInYear } from './figures.ts'
import { PostReach } from './post-reach.tsx'
import { Platforms, TopMembers, TopPosts } from './rankings.tsx'
import { StoryPanel } from './story-panel.tsx'
import { Surges } from './surges.tsx'
import { TeamFigures } from './team-figures.tsx'
import { TotalSkeletons, Totals } from './totals.tsx'

/** The programme's figures, charts and CSV exports. */
export function AnalyticsTab() {
  const id = useId()
  const { days, choose } = usePeriod()
  const table = useTableState<PostReachSort>({ sort: 'originalPostDate', direction: 'desc' })
  const teams = useTableState<TeamFigureSort>({ sort: 'average', direction: 'desc' })
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useAnalytics(days)
  const retry = () => void refetch()
  return (
    <>
      <section aria-labelledby={id}>
        <div className={classes.head}>
          <div className={classes.words}>
            <h2 id={id} className={classes.title}>
              Analytics
            </h2>
            {data && <p className={classes.note}>{spanText(data.data, dataUpdatedAt)}</p>}
          </div>
          <Segments
            label="Period"
            value={String(days)}
            options={analyticsPeriods.map((length) => ({ value: String(length), label: `${length} days` }))}
            onChange={(chosen) => {
              choose(chosen)
              table.turnTo(1)
              teams.turnTo(1)
            }}
          />
          {data && (
            <PendingButton
              variant="default"
              size="xs"
              leftSection={<RotateCw size={15} aria-hidden />}
              isPending={isFetching && !isPlaceholderData}
              pendingText="Refreshing…"
              onClick={retry}
            >
              Refresh
            </PendingButton>
          )}
        </div>
        {error && data && <StaleNote what="analytics" onRetry={retry} />}
        {data && (
          <div
            className={classes.page}
            data-old={isPlaceholderData || undefined}
            aria-busy={isPlaceholderData}
          >
            <Figures figures={data.data} days={days} table={table} teams={teams} />
          </div>
        )}
        {!data && error && <LoadingError message={displayMessage(error)} onRetry={retry} />}
        {!data && !error && (
          <Loading what="analytics">
            <TotalSkeletons />
          </Loading>
        )}
      </section>
      {/* They stay available when the figures fail to load. */}
      <div className={classes.exports}>
        <Exports />
      </div>
    </>
  )
}

/** `Oct 24 – Nov 22 · updated 9:19 AM`. */
function spanText({ period: { from, to } }: Analytics, updatedAt: number): string {
  const time = new Date(updatedAt).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return `${dayInYear(from)} – ${dayInYear(to)} · updated ${time}`
}

/** The chosen period, which is part of the address. */
function usePeriod(): { days: AnalyticsPeriod; choose: (days: string) => void } {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('days')
  return {
    days: analyticsPeriods.find((length) => String(length) === asked) ?? usualPeriod,
    choose: (days) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          if (days === String(usualPeriod)) next.delete('days')
          else next.set('days', days)
          return next
        },
        { replace: true },
      ),
  }
}

interface FiguresProps {
  readonly figures: Analytics
  /** The chosen period. The figures are those of the one before while it loads. */
  readonly days: AnalyticsPeriod
  readonly table: TableState<PostReachSort>
  readonly teams: TableState<TeamFigureSort>
}

function Figures({ figures, days, table, teams }: FiguresProps): ReactNode {
  return (
    <>
      <StoryPanel figures={figures} />
      <Totals figures={figures} />
      <div className={classes.pair}>
        <ReportsChart figures={figures} />
        <MembersChart figures={figures} />
      </div>
      <div className={classes.pair}>
        <TopPosts figures={figures} />
        <div className={classes.stack}>
          <Platforms figures={figures} />
          <TopMembers figures={figures} />
        </div>
      </div>
      {figures.totalTeams > 0 && <TeamFigures days={days} table={teams} />}
      <PostReach days={days} table={table} />
      <Surges days={days} />
      <div className={classes.halves}>
        <ActivityFacts figures={figures} />
      </div>
    </>
  )
}

interface LoadingErrorProps {
  /** The reason for the failure, if it is known. */
  readonly message: string
  readonly onRetry: () => void
}

function LoadingError({ message, onRetry }: LoadingErrorProps) {
  return (
    <div className={classes.failure}>
      <div role="alert">
        <CircleAlert size={24} className={classes.failureIcon} aria-hidden />
        <h3 className={classes.failureTitle}>Error Loading Analytics</h3>
        <p>Make sure you are logged in as an admin, then refresh the page.</p>
        <p className={classes.failureText}>{message}</p>
      </div>
      <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
