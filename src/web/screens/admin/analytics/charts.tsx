import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import { type Analytics, analyticsWeeks } from '#contract/analytics.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import type { BarRow, BarsProps, Series } from './bars.tsx'
import { ChangeMark } from './change-mark.tsx'
import * as classes from './charts.module.css'
import { CsvLink } from './csv-link.tsx'
import { changeOf, dayInWeek, dayInYear, inFigures, isWeekend } from './figures.ts'
import { NumberTable } from './number-table.tsx'

const reportSeries = [
  { name: 'Likes', color: 'var(--ov-chart-1)' },
  { name: 'Comments', color: 'var(--ov-chart-2)' },
  { name: 'Shares', color: 'var(--ov-chart-3)' },
] as const
const memberSeries = [{ name: 'Active members', color: 'var(--ov-chart-2)' }] as const

// If the chart script cannot be loaded, the tables below still show the numbers.
const Bars = lazyPart<BarsProps>(async () => (await import('./bars.tsx')).Bars, {
  waiting: <Skeleton height={220} />,
  failed: <p className={classes.quiet}>The chart could not be loaded. Its numbers are below.</p>,
})

interface OfFigures {
  readonly figures: Analytics
}

/** The reports of each day of the period, by type. */
export function ReportsChart({ figures: { reportsPerDay, period } }: OfFigures) {
  const id = useId()
  const { current, before, days, pointsPerDay } = period
  const rows = reportsPerDay.map(({ day, likes, comments, shares }) => ({
    label: dayInYear(day),
    title: dayInWeek(day),
    numbers: [likes, comments, shares],
    isQuiet: isWeekend(day),
  }))
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h3 id={id} className={classes.title}>
            Reports per day
          </h3>
          <Legend series={reportSeries} />
        </div>
        <p className={classes.figure}>
          <b>{inFigures(current.reports)}</b>{' '}
          <ChangeMark change={changeOf(current.reports, before.reports)} days={days} />
        </p>
      </div>
      <p className="visually-hidden">{summaryOf(rows, days)}</p>
      {current.reports === 0 && <p className={classes.quiet}>No reports in this period.</p>}
      <Bars label="Reports per day" series={reportSeries} rows={rows} labelSteps={[1, 7, 14, 28]} />
      <NumberTable
        caption="Reports per day"
        heads={['Day', ...reportSeries.map(({ name }) => name), 'Points']}
        rows={reportsPerDay.map((row, place) => {
          const points = pointsPerDay[place]?.points ?? 0
          return [shortDate(row.day), row.likes, row.comments, row.shares, points]
        })}
        link={<CsvLink file="analytics.csv" days={days} what="Reports per day" />}
      />
    </section>
  )
}

/** How many members were active in each of the last weeks. */
export function MembersChart({ figures: { activeMembersPerWeek, totalUsers } }: OfFigures) {
  const id = useId()
  const latest = activeMembersPerWeek.at(-1)?.members ?? 0
  const numbers = activeMembersPerWeek.map(({ members }) => members)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h3 id={id} className={classes.title}>
            Active members per week
          </h3>
          <p className={classes.note}>Line: the whole team, {inFigures(totalUsers)}</p>
        </div>
        <p className={classes.figure}>
          <b>{inFigures(latest)}</b> this week
        </p>
      </div>
      <p className="visually-hidden">
        Members with a report in each of the last {analyticsWeeks} weeks, Monday to Sunday:{' '}
        {numbers.map(inFigures).join(', ')}.
      </p>
      <Bars
        label="Active members per week"
        series={memberSeries}
        rows={activeMembersPerWeek.map(({ monday, members }) => ({
          label: dayInYear(monday),
          title: `Week of ${dayInYear(monday)}`,
          numbers: [members],
        }))}
        line={totalUsers}
        labelSteps={[1, 2, 4, 6]}
        hasNumbers
      />
      <NumberTable
        caption="Active members per week"
        heads={['Week starting', 'Active members']}
        rows={activeMembersPerWeek.map(({ monday, members }) => [shortDate(monday), members])}
        link={<CsvLink file="weeks.csv" what="Active members per week" />}
      />
    </section>
  )
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className={classes.legend} aria-hidden>
      {series.map(({ name, color }) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** What a glance at the chart tells. */
function summaryOf(rows: readonly BarRow[], days: number): string {
  const totals = rows.map(({ title, numbers }) => ({
    title,
    total: numbers.reduce((sum, number) => sum + number, 0),
  }))
  const all = totals.reduce((sum, { total }) => sum + total, 0)
  const most = Math.max(...totals.map(({ total }) => total))
  const best = totals.find(({ total }) => total === most)
  const whole = `${counted(all, 'report')} in ${days} days.`
  return all === 0 || !best ? whole : `${whole} Most on ${best.title}: ${inFigures(most)}.`
}
