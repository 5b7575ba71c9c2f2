import { Share2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { ListedShare, ShareSort } from '#contract/shares.ts'
import { tablePageSize, tableSearchLimit } from '#contract/tables.ts'
import { shareStatuses } from '#domain/vocabulary.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useShareTable } from '#web/api/shares.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { type TableState, useTableState } from '#web/ui/table-query.ts'
import { countText, Pager, TableSearch } from '#web/ui/table-tools.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { shareColumns } from './share-columns.tsx'
import { shareStatusNames } from './share-fields.ts'

const shareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
const counted = { one: 'share', many: 'shares' } as const

/** Lists all shares for review. */
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
      text="Shares that members submitted, and those created by their reports."
    >
      <TableSearch
        label="Search shares"
        maxLength={tableSearchLimit}
        typed={table.typed}
        onType={table.search}
        count={countText(query.data ?? {}, counted, table.query.search ?? status)}
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
  /** The status filter; empty for all. */
  readonly status: string
  readonly isOld: boolean
  readonly table: TableState<ShareSort>
  /** Shown when there is no share. */
  readonly empty: ReactNode
}

function ShareTable({ shares, status, isOld, table, empty }: ShareTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { subject, opening, isOpen, open, close } = useOpened<ListedShare>()
  const { user } = useCurrentUser()
  const { going } = useRowMoved(shares, (place) => focusRow(region.current, place))
  return (
    <div ref={region} tabIndex={-1}>
      {shares.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Social shares"
          columns={shareColumns({ onEdit: open, onIntent: shareDialog.onIntent, ownId: user?.id })}
          rows={shares}
          rowName={({ displayName, userId }) => `the share by ${displayName ?? userId}`}
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
    <EmptyState icon={Share2} title="No shares found" text="Try a different search or status." />
  ) : (
    <EmptyState icon={Share2} title="No Social Shares" text="Shares by members show up here for review." />
  )
}
