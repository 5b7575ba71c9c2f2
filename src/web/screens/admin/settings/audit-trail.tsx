import { useDebouncedValue } from '@mantine/hooks'
import { RefreshCw, ScrollText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAuditTrail } from '#web/api/audit.ts'
import { useSystemState } from '#web/api/system.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { daysToAsk } from '#web/ui/day-range.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilterBar, noFilters } from './audit-filter-bar.tsx'
import * as classes from './audit-trail.module.css'
import { actionText } from './audit-words.ts'

const typingPauseMs = 300

/** The audit trail, newest first: who did what, when and from where. It is read-only. */
export function AuditTrail() {
  const [filters, setFilters] = useState(noFilters)
  const region = useRef<HTMLDivElement>(null)
  const { query, isTyped } = useWanted(filters)
  const system = useSystemState()
  const [first] = query.data?.pages ?? []
  const count = query.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0
  return (
    <TabSection
      title="Audit trail"
      text="Sign-ins, refusals and every change by an administrator. Entries cannot be changed or deleted."
      actions={
        <PendingButton
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          isPending={query.isRefetching && !query.isPlaceholderData}
          pendingText="Refreshing…"
          onClick={() => void query.refetch()}
        >
          Refresh
        </PendingButton>
      }
    >
      <AuditFilterBar
        filters={filters}
        onChange={setFilters}
        nouns={first?.nouns ?? []}
        timeZone={system.data?.data.timeZone ?? null}
      />
      <p className="visually-hidden" role="status">
        {query.data && `${counted(count, 'entry', 'entries')} shown`}
      </p>
      <div ref={region} className={classes.region} tabIndex={-1}>
        <QueryState
          query={query}
          what="audit trail"
          skeleton={<SkeletonRows count={6} height={48} hasAvatar={false} />}
        >
          {({ pages }) => {
            const entries = pages.flatMap(({ data }) => data)
            if (entries.length === 0) return <NothingFound isFiltered={filters !== noFilters} />
            return (
              <>
                <AmongPeople people={entries.flatMap(({ actor }) => actor ?? [])}>
                  <DataTable
                    caption="Audit trail, newest first"
                    columns={auditColumns}
                    rows={entries}
                    rowName={({ action, createdAt }) => `${actionText(action)}, ${absoluteTime(createdAt)}`}
                    isOld={query.isPlaceholderData || isTyped}
                  />
                </AmongPeople>
                <LoadMore what="lines" query={query} region={region} />
              </>
            )
          }}
        </QueryState>
      </div>
    </TabSection>
  )
}

/** Queries the entries for these filters, once typing has paused. Days that contradict each other are left out. */
function useWanted(filters: typeof noFilters) {
  const [actor] = useDebouncedValue(filters.actor.trim(), typingPauseMs)
  const query = useAuditTrail({ ...filters, actor, ...daysToAsk(filters) })
  return { query, isTyped: actor !== filters.actor.trim() }
}

function NothingFound({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={ScrollText} title="Nothing found" text="No entries match these filters." />
  ) : (
    <EmptyState icon={ScrollText} title="Nothing yet" text="Actions by administrators show up here." />
  )
}
