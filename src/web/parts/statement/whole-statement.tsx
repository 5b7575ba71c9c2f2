import { Inbox } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { LedgerPages } from '#web/api/ledger.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StatementTable } from './lazy-statement-table.tsx'
import * as classes from './statement.module.css'
import { StatementFilterBar } from './statement-filter-bar.tsx'
import type { StatementFilters } from './use-statement-filters.ts'

interface WholeStatementProps {
  readonly query: LedgerPages
  readonly filters: StatementFilters
  readonly isOwn: boolean
  /** Stands in place of a statement without entries that no filter has left out. */
  readonly empty: ReactNode
}

/** A member's whole statement with its filters, page by page. */
export function WholeStatement({ query, filters, isOwn, empty }: WholeStatementProps) {
  const region = useRef<HTMLDivElement>(null)
  const pages = query.data?.pages ?? []
  const isEmpty = pages.every(({ data }) => data.length === 0)
  const { choice, setChoice, timeZone, isFiltered } = filters
  return (
    <>
      {(isFiltered || !isEmpty) && (
        <StatementFilterBar choice={choice} onChange={setChoice} timeZone={timeZone} />
      )}
      <QueryState query={query} what="points statement" skeleton={<SkeletonRows count={8} height={46} />}>
        {() => {
          if (isEmpty) return isFiltered ? <NothingFound /> : empty
          return (
            <div ref={region} tabIndex={-1} className={classes.region}>
              <StatementTable pages={pages} isOwn={isOwn} isFull isFiltered={isFiltered} />
              {(query.hasNextPage || pages.length > 1) && (
                <LoadMore what="entries" query={query} region={region} />
              )}
            </div>
          )
        }}
      </QueryState>
    </>
  )
}

function NothingFound() {
  return (
    <EmptyState
      icon={Inbox}
      title="No entries found"
      text="Choose another reason or other days, or clear the filters."
    />
  )
}
