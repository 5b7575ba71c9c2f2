import { Newspaper } from 'lucide-react'
import type { AnalyticsPeriod, PostReachSort, PostReach as Reach } from '#contract/analytics.ts'
import { tablePageSize } from '#contract/tables.ts'
import { usePostReach } from '#web/api/analytics.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import type { TableState } from '#web/ui/table-query.ts'
import { Pager } from '#web/ui/table-tools.tsx'
import { absoluteTime, counted, shortDate } from '#web/ui/time-words.ts'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { CsvLink } from './csv-link.tsx'
import { inFigures } from './figures.ts'
import { Panel } from './panel.tsx'
import { PostCell } from './post-cell.tsx'
import * as classes from './post-reach.module.css'

interface PostReachProps {
  readonly days: AnalyticsPeriod
  readonly table: TableState<PostReachSort>
}

/** What each company post of the period reached and cost. */
export function PostReach({ days, table }: PostReachProps) {
  const { page, sort, direction } = table.query
  const query = usePostReach({ days, page, sort, direction })
  const total = query.data?.total
  useLastPage(table, { total, pageSize: tablePageSize })
  return (
    <Panel
      title="Reach per post"
      note={total === undefined ? undefined : `${counted(total, 'post')} of ${days} days`}
      action={total ? <CsvLink file="posts.csv" days={days} what="Reach per post" /> : null}
    >
      <p className={classes.note}>
        All figures are to date. People are the different networks from which links were opened. Points are
        those that members hold for their reports and clicks.
      </p>
      <QueryState
        query={query}
        what="reach of the posts"
        skeleton={<SkeletonRows count={4} height={44} hasAvatar={false} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={Newspaper}
              title="No posts in this period"
              text="Choose a longer one to see more."
            />
          ) : (
            <DataTable
              caption="Posts and their reach"
              columns={columns}
              rows={data}
              rowName={({ authorName }) => `the post by ${authorName}`}
              isOld={query.isPlaceholderData}
              order={table.order}
              onOrderChange={table.orderBy}
            />
          )
        }
      </QueryState>
      <Pager what="posts" page={page} total={total ?? 0} pageSize={tablePageSize} onTurn={table.turnTo} />
    </Panel>
  )
}

const columns: readonly Column<Reach, PostReachSort>[] = [
  { name: 'Post', kind: 'row header', width: 400, cell: (post) => <PostCell post={post} /> },
  {
    name: 'Posted',
    sort: 'originalPostDate',
    firstDirection: 'desc',
    isOnPhone: true,
    cell: ({ originalPostDate }) => (
      <time dateTime={originalPostDate} title={absoluteTime(originalPostDate)}>
        {shortDate(originalPostDate)}
      </time>
    ),
  },
  {
    ...figure('Engagement', 'engagements'),
    isOnPhone: true,
    cell: ({ engagements, likes, comments, shares }) => (
      <>
        {inFigures(engagements)}
        <span className={classes.under}>
          {counted(likes, 'like')}, {counted(comments, 'comment')}, {counted(shares, 'share')}
        </span>
      </>
    ),
  },
  figure('Members', 'members'),
  figure('Clicks', 'clicks'),
  figure('People', 'people'),
  figure('Points', 'points'),
]

function figure(
  name: string,
  sort: Exclude<PostReachSort, 'originalPostDate'>,
): Column<Reach, PostReachSort> {
  return { name, sort, kind: 'number', firstDirection: 'desc', cell: (post) => inFigures(post[sort]) }
}
