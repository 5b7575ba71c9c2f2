import { Waves } from 'lucide-react'
import type { AnalyticsPeriod, Surge } from '#contract/analytics.ts'
import { mostSurges } from '#contract/analytics.ts'
import { surgeMembers, surgeMinutes } from '#domain/surges.ts'
import { useSurges } from '#web/api/analytics.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import { inFigures } from './figures.ts'
import { Panel } from './panel.tsx'
import { PostCell } from './post-cell.tsx'
import * as classes from './post-reach.module.css'

/** The posts of the period on which many members reported within minutes. */
export function Surges({ days }: { readonly days: AnalyticsPeriod }) {
  const query = useSurges(days)
  const total = query.data?.total
  return (
    <Panel title="Many at once" note={total === undefined ? undefined : noteText(total, days)}>
      <p className={classes.note}>
        Posts on which {surgeMembers} or more members reported within {surgeMinutes} minutes. A network can
        take that for a campaign. Ask people to take their time: reminders are spread over the working day.
      </p>
      <QueryState
        query={query}
        what="posts with many reports at once"
        skeleton={<SkeletonRows count={2} height={44} hasAvatar={false} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Waves} title="None in this period" text="Reports came in at an easy pace." />
          ) : (
            <DataTable
              caption="Posts with many reports at once"
              columns={columns}
              rows={data}
              rowName={({ authorName }) => `the post by ${authorName}`}
              isOld={query.isPlaceholderData}
            />
          )
        }
      </QueryState>
    </Panel>
  )
}

function noteText(total: number, days: AnalyticsPeriod): string {
  const all = `${counted(total, 'post')} of ${days} days`
  return total > mostSurges ? `The latest ${mostSurges} of ${all}` : all
}

const columns: readonly Column<Surge>[] = [
  { name: 'Post', kind: 'row header', width: 400, cell: (post) => <PostCell post={post} /> },
  {
    name: 'Began',
    isOnPhone: true,
    cell: ({ startedAt }) => <time dateTime={startedAt}>{absoluteTime(startedAt)}</time>,
  },
  {
    name: `Within ${surgeMinutes} minutes`,
    kind: 'number',
    isOnPhone: true,
    cell: ({ members }) => counted(members, 'member'),
  },
  { name: 'Members to date', kind: 'number', cell: ({ membersToDate }) => inFigures(membersToDate) },
]
