import { Users } from 'lucide-react'
import type { AnalyticsPeriod, TeamFigures as Figures } from '#contract/analytics.ts'
import { tablePageSize } from '#contract/tables.ts'
import {
  activeShare,
  pointsPerActive,
  reportsOf,
  type TeamFigureSort,
  type TeamPeriod,
} from '#domain/team-figures.ts'
import { useTeamFigures } from '#web/api/analytics.ts'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import type { TableState } from '#web/ui/table-query.ts'
import { Pager } from '#web/ui/table-tools.tsx'
import { counted } from '#web/ui/time-words.ts'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { ChangeMark } from './change-mark.tsx'
import { CsvLink } from './csv-link.tsx'
import { changeOf, inFigures } from './figures.ts'
import { Panel } from './panel.tsx'
import * as classes from './team-figures.module.css'

interface TeamFiguresProps {
  readonly days: AnalyticsPeriod
  readonly table: TableState<TeamFigureSort>
}

/** What each team did in the period. */
export function TeamFigures({ days, table }: TeamFiguresProps) {
  const { page, sort, direction } = table.query
  const query = useTeamFigures({ days, page, sort, direction })
  const total = query.data?.total
  useLastPage(table, { total, pageSize: tablePageSize })
  return (
    <Panel
      title="Teams"
      note={`${days} days`}
      action={total ? <CsvLink file="teams.csv" days={days} what="Teams" /> : null}
    >
      <p className={classes.note}>
        Points and reports count for the team in which they were made, members for the team in which they are
        now. Active members have a report in these days.
      </p>
      <QueryState
        query={query}
        what="figures of the teams"
        skeleton={<SkeletonRows count={4} height={44} hasAvatar={false} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Users} title="No teams" text="Make one in the tab Users to see its figures." />
          ) : (
            <DataTable
              caption="Teams and their figures"
              columns={columnsOf(days)}
              rows={data.map((line) => ({ ...line, id: line.team?.id ?? 'none' }))}
              rowName={({ team }) => team?.name ?? 'members without a team'}
              isOld={query.isPlaceholderData}
              order={table.order}
              onOrderChange={table.orderBy}
            />
          )
        }
      </QueryState>
      <Pager what="teams" page={page} total={total ?? 0} pageSize={tablePageSize} onTurn={table.turnTo} />
    </Panel>
  )
}

type TeamColumn = Column<Figures & { readonly id: string }, TeamFigureSort>

function columnsOf(days: AnalyticsPeriod): readonly TeamColumn[] {
  const number = { kind: 'number', firstDirection: 'desc' } as const
  return [
    { name: 'Team', sort: 'name', kind: 'row header', width: 260, cell: ({ team }) => <Team team={team} /> },
    { name: 'Members', sort: 'members', ...number, cell: ({ members }) => inFigures(members) },
    {
      name: 'Active',
      sort: 'activeMembers',
      ...number,
      cell: ({ current }) => inFigures(current.activeMembers),
    },
    { name: 'Share active', sort: 'share', ...number, cell: (line) => shareText(activeShare(line)) },
    { name: 'Reports', sort: 'reports', ...number, cell: ({ current }) => <Reports period={current} /> },
    {
      name: 'Points',
      sort: 'points',
      isOnPhone: true,
      ...number,
      cell: ({ current }) => inFigures(current.points),
    },
    {
      name: 'Points per active member',
      sort: 'average',
      isOnPhone: true,
      ...number,
      cell: ({ current, before }) => <Average current={current} before={before} days={days} />,
    },
  ]
}

function Team({ team }: Pick<Figures, 'team'>) {
  if (team === null) return <span className={classes.none}>No team</span>
  return (
    <>
      <TeamName team={team} />
      {team.isDeleted && <span className={classes.under}>Deleted</span>}
    </>
  )
}

function Reports({ period }: { readonly period: TeamPeriod }) {
  const { likes, comments, shares } = period
  return (
    <>
      {inFigures(reportsOf(period))}
      <span className={classes.under}>
        {counted(likes, 'like')}, {counted(comments, 'comment')}, {counted(shares, 'share')}
      </span>
    </>
  )
}

interface AverageProps extends Pick<Figures, 'current' | 'before'> {
  readonly days: AnalyticsPeriod
}

function Average({ current, before, days }: AverageProps) {
  const average = pointsPerActive(current)
  if (average === null) return <None />
  const averageBefore = pointsPerActive(before)
  return (
    <span className={classes.average}>
      {inFigures(average)}
      {averageBefore !== null && <ChangeMark change={changeOf(average, averageBefore)} days={days} />}
    </span>
  )
}

function shareText(share: number | null) {
  return share === null ? <None /> : `${inFigures(share)} %`
}

function None() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="visually-hidden">none</span>
    </>
  )
}
