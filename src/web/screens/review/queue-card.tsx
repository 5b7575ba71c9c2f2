import type { ReactNode, RefObject } from 'react'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './queue-card.module.css'

type QueryOfPages = Parameters<typeof LoadMore>[0]['query'] & {
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface QueueCardProps {
  readonly title: string
  readonly lead: string
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly region: RefObject<HTMLDivElement | null>
  readonly aside?: ReactNode
  /** What narrows the list down, above it. */
  readonly tools?: ReactNode
  /** What is listed, as in "shares". */
  readonly what: string
  readonly query: QueryOfPages
  /** Shown in place of the list when there are no rows. */
  readonly empty: ReactNode
  readonly isEmpty: boolean
  readonly children: ReactNode
}

/** A queue: its head, its rows in whatever state they are, and the way to more of them. */
export function QueueCard({
  title,
  lead,
  titleRef,
  region,
  aside,
  tools,
  what,
  query,
  empty,
  isEmpty,
  children,
}: QueueCardProps) {
  return (
    <Card title={title} titleRef={titleRef} aside={aside}>
      <p className={classes.lead}>{lead}</p>
      {tools}
      <div ref={region} tabIndex={-1} className={classes.region}>
        <QueryState query={query} what={what} skeleton={<SkeletonRows count={4} height={96} />}>
          {() =>
            isEmpty && !query.hasNextPage ? (
              empty
            ) : (
              <>
                {children}
                {(query.hasNextPage || lengthOf(query.data) > 1) && (
                  <div className={classes.more}>
                    <LoadMore what={what} query={query} region={region} />
                  </div>
                )}
              </>
            )
          }
        </QueryState>
      </div>
    </Card>
  )
}

function lengthOf(data: QueryOfPages['data']): number {
  if (!data) return 0
  return 'pages' in data ? data.pages.length : data.length
}

interface RowListProps {
  /** Names the list for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/** The rows of a queue. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}
