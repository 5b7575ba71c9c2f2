import { Share2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ListedShare, ShareSort } from '#contract/shares.ts'
import { tablePageSize } from '#contract/tables.ts'
import { shareStatuses } from '#domain/vocabulary.ts'
import { useShareTable } from '../../../api/shares.ts'
import { DataTable, focusRow } from '../../../components/data-table.tsx'
import { lazyDialog } from '../../../components/lazy-dialog.tsx'
import { EmptyState, QueryState, SkeletonRows } from '../../../components/query-state.tsx'
import { type TableState, useTableState } from '../../../components/table-query.ts'
import { countText, Pager, TableSearch } from '../../../components/table-tools.tsx'
import { useLastPage } from '../../../components/use-last-page.ts'
import { useOpened } from '../../../components/use-opened.ts'
import { useRowMoved } from '../../../components/use-row-moved.ts'
import { WordSelect } from '../../../components/word-select.tsx'
import { TabSection } from '../tab-section.tsx'
import { shareColumns } from './share-columns.tsx'
import { shareStatusNames } from './share-fields.ts'
import classes from './shares-section.module.css'

const shareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
const counted = { one: 'share', many: 'shares' } as const

/** Everybody's shares, to be looked through and corrected. */
export function SharesSection() {
  const table = useTableState<ShareSort>({ sort: 'createdAt', direction: 'desc' })
  const [status, setStatus] = useState('')
  const wanted = shareStatuses.find((known) => known === status)
  const query = useShareTable({ ...table.query, limit: tablePageSize, ...(wanted && { status: wanted }) })
  const total = query.data?.total
  useLastPage(table, { total, pageSize: tablePageSize })
  const isNarrowed = table.query.search !== undefined || wanted !== undefined
  return (
    <TabSection
      title="Social Feed Management"
      text="What members shared, handed in by themselves or made by their reports."
    >
      <TableSearch
        label="Search shares"
        typed={table.typed}
        onType={table.search}
        count={countText(total, counted, table.query.search ?? status)}
      >
        <WordSelect
          aria-label="Status"
          words={shareStatuses}
          names={shareStatusNames}
          none="All statuses"
          value={status}
          onChange={(event) => {
            setStatus(event.currentTarget.value)
            table.turnTo(1)
          }}
        />
      </TableSearch>
      <QueryState
        query={query}
        what="shares"
        skeleton={<SkeletonRows count={6} height={44} hasAvatar={false} />}
      >
        {({ data }) => (
          <ShareTable
            shares={data}
            status={status}
            isOld={query.isPlaceholderData}
            table={table}
            empty={<NoShares isNarrowed={isNarrowed} />}
          />
        )}
      </QueryState>
      <Pager
        what="shares"
        page={table.query.page}
        total={total ?? 0}
        pageSize={tablePageSize}
        onTurn={table.turnTo}
      />
    </TabSection>
  )
}

interface ShareTableProps {
  readonly shares: readonly ListedShare[]
  /** Which are shown; empty for all. */
  readonly status: string
  readonly isOld: boolean
  readonly table: TableState<ShareSort>
  /** Stands where there is no share. */
  readonly empty: ReactNode
}

function ShareTable({ shares, status, isOld, table, empty }: ShareTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { subject, opening, isOpen, open, close } = useOpened<ListedShare>()
  const { going } = useRowMoved(shares, (place) => focusRow(region.current, place))
  return (
    <div ref={region} tabIndex={-1}>
      {shares.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <DataTable
          caption="Social shares"
          columns={shareColumns({ onEdit: open, onIntent: shareDialog.onIntent })}
          rows={shares}
          isOld={isOld}
          order={table.order}
          onOrderChange={table.orderBy}
        />
      )}
      <shareDialog.Dialog
        isOpen={isOpen}
        onClose={close}
        share={subject}
        opening={opening}
        onSaved={(saved) => {
          if (status !== '' && saved.status !== status) going(saved)
        }}
      />
    </div>
  )
}

function NoShares({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState icon={Share2} title="No shares found" text="Try another search or status." />
  ) : (
    <EmptyState
      icon={Share2}
      title="No Social Shares"
      text="Once members share something, it stands here for review."
    />
  )
}
