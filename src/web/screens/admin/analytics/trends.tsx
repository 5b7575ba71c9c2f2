import { Skeleton } from '@mantine/core'
import { Newspaper } from 'lucide-react'
import { type Analytics, analyticsDays, analyticsWeeks } from '#contract/analytics.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { BarList } from './bar-list.tsx'
import type { BarsProps, Series } from './bars.tsx'
import { Card } from './card.tsx'
import { dayInYear } from './figures.ts'
import { NumberTable } from './number-table.tsx'
import classes from './trends.module.css'

const chartHeight = 220
const reportSeries = [
  { key: 'likes', name: 'Likes', color: 'var(--ov-accent)' },
  { key: 'comments', name: 'Comments', color: 'var(--ov-border-strong)' },
  { key: 'shares', name: 'Shares', color: 'var(--ov-gold-edge)' },
] as const
const memberSeries = [{ key: 'members', name: 'Active members', color: 'var(--ov-accent)' }] as const

// If the chart script cannot be loaded, the tables below still show the numbers.
const Bars = lazyPart<BarsProps<string>>(async () => (await import('./bars.tsx')).Bars, {
  waiting: <Skeleton height={chartHeight} />,
  failed: <p className={classes.quiet}>The chart could not be loaded. Its numbers are below.</p>,
})

/** Activity over time, and the most engaged posts. */
export function Trends({ figures: { reportsPerDay, activeMembersPerWeek, topPosts } }: TrendsProps) {
  const isQuiet = reportsPerDay.every(({ likes, comments, shares }) => likes + comments + shares === 0)
  return (
    <TabSection
      title="Trends"
      text="Days and weeks are in the workspace's time zone. Undone reports are left out."
    >
      <div className={classes.charts}>
        <Card title="Reports per day" note={`The last ${analyticsDays} days`}>
          <Legend series={reportSeries} />
          {isQuiet && <p className={classes.quiet}>No reports in this period.</p>}
          <Chart
            series={reportSeries}
            rows={reportsPerDay.map((row) => ({ ...row, label: dayInYear(row.day) }))}
          />
          <NumberTable
            caption="Reports per day"
            heads={['Day', ...reportSeries.map(({ name }) => name)]}
            rows={reportsPerDay.map((row) => [shortDate(row.day), row.likes, row.comments, row.shares])}
          />
        </Card>
        <Card
          title="Active members per week"
          note={`Members who reported something in the last ${analyticsWeeks} weeks, Monday to Sunday`}
        >
          <Chart
            series={memberSeries}
            rows={activeMembersPerWeek.map((row) => ({ ...row, label: dayInYear(row.monday) }))}
          />
          <NumberTable
            caption="Active members per week"
            heads={['Week starting', 'Active members']}
            rows={activeMembersPerWeek.map(({ monday, members }) => [shortDate(monday), members])}
          />
        </Card>
        <Card title="Most engaged posts" note="Likes, comments and shares on the platform itself">
          <TopPosts posts={topPosts} />
        </Card>
      </div>
    </TabSection>
  )
}

interface TrendsProps {
  readonly figures: Analytics
}

// Hidden from screen readers, because the table below has the same numbers.
function Chart<Key extends string>({ series, rows }: BarsProps<Key>) {
  return (
    <div className={classes.chart} style={{ height: chartHeight }} aria-hidden>
      <Bars series={series} rows={rows} />
    </div>
  )
}

function Legend({ series }: { readonly series: readonly Series<string>[] }) {
  return (
    <ul className={classes.legend} aria-hidden>
      {series.map(({ key, name, color }) => (
        <li key={key}>
          <span className={classes.swatch} style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function TopPosts({ posts }: { readonly posts: Analytics['topPosts'] }) {
  if (posts.length === 0)
    return <EmptyState icon={Newspaper} title="No Company Posts" text="Feed posts are ranked here." />
  const most = Math.max(...posts.map(({ engagements }) => engagements), 1)
  return (
    <BarList
      label="Most engaged posts"
      bars={posts.map(({ id, platform, authorName, content, engagements, reports }) => ({
        key: id,
        title: `${authorName} on ${platformNames[platform]}`,
        text: content,
        value: `${counted(engagements, 'engagement')} · ${counted(reports, 'report')}`,
        part: engagements / most,
      }))}
    />
  )
}
