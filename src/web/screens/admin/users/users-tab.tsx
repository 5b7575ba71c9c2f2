import { Users } from 'lucide-react'
import { tablePageSize, tableSearchLimit } from '#contract/tables.ts'
import type { UserSort } from '#contract/users.ts'
import { useUserPage } from '#web/api/users.ts'
import { SyncMembers } from '#web/screens/admin/sync-members.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { useTableState } from '#web/ui/table-query.ts'
import { countText, Pager, TableSearch } from '#web/ui/table-tools.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { userColumns } from './user-columns.tsx'

const counted = { one: 'user', many: 'users' } as const

/** All members with their roles, which can be changed here. */
export function UsersTab() {
  const table = useTableState<UserSort>({ sort: 'username', direction: 'asc' })
  const query = useUserPage(table.query)
  const { search = '', page } = table.query
  const total = query.data?.total
  useLastPage(table, { total, pageSize: tablePageSize })
  return (
    <TabSection
      title="User Management"
      text="Manage people and roles. Changes apply immediately."
      actions={<SyncMembers />}
    >
      <TableSearch
        label="Search users"
        maxLength={tableSearchLimit}
        typed={table.typed}
        onType={table.search}
        count={countText(total, counted, search)}
      />
      <QueryState
        query={query}
        what="users"
        skeleton={<SkeletonRows count={8} height={56} hasAvatar={false} />}
      >
        {({ data }) =>
          total === 0 ? (
            <NoUsers search={search} />
          ) : (
            <>
              <DataTable
                caption="Users"
                columns={userColumns}
                rows={data}
                isOld={query.isPlaceholderData}
                order={table.order}
                onOrderChange={table.orderBy}
              />
              <Pager
                what="users"
                page={page}
                total={total ?? 0}
                pageSize={tablePageSize}
                onTurn={table.turnTo}
              />
            </>
          )
        }
      </QueryState>
    </TabSection>
  )
}

function NoUsers({ search }: { readonly search: string }) {
  if (search)
    return <EmptyState icon={Users} title="No users found" text="Try a different name or address." />
  return (
    <EmptyState
      icon={Users}
      title="No Users Found"
      text="Use the sync button above to add existing chat members."
    />
  )
}
