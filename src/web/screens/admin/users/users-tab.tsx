import { Users } from 'lucide-react'
import { useState } from 'react'
import { tableDepth, tablePageSize, tableSearchLimit } from '#contract/tables.ts'
import type { UserPage, UserSort } from '#contract/users.ts'
import type { Role } from '#domain/vocabulary.ts'
import { useUserPage } from '#web/api/users.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { SyncMembers } from '#web/parts/slack/sync-members.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { TeamsSection } from '#web/screens/admin/teams/teams-section.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useTableState } from '#web/ui/table-query.ts'
import { countText, Pager, TableSearch } from '#web/ui/table-tools.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { UserTable } from './user-table.tsx'
import * as classes from './users-tab.module.css'

const counted = { one: 'user', many: 'users' } as const
type Shown = 'all' | Exclude<Role, 'user'> | 'disabled'

/** The members, and below them the teams that they are in. */
export function UsersTab() {
  return (
    <>
      <UsersSection />
      <TeamsSection />
    </>
  )
}

/** All members with their roles, which can be changed here. */
function UsersSection() {
  const table = useTableState<UserSort>({ sort: 'username', direction: 'asc' })
  const [shown, setShown] = useState<Shown>('all')
  const query = useUserPage({ ...table.query, ...narrowing(shown) })
  const { search = '', page } = table.query
  const total = query.data?.total
  useLastPage(table, { total, pageSize: tablePageSize })
  return (
    <TabSection
      title="Users"
      count={query.data?.isMore && search === '' ? tableDepth + 1 : total}
      text="Manage people and roles. Changes apply immediately."
      actions={
        <TableSearch
          label="Search users"
          placeholder="Name or email"
          maxLength={tableSearchLimit}
          typed={table.typed}
          onType={table.search}
          count={countText(query.data ?? {}, counted, search)}
          isInHead
        >
          <UserFilter
            shown={shown}
            // Counts of another page would be of other users.
            byRole={
              query.isPlaceholderData || (search !== '' && query.data?.isMore)
                ? undefined
                : query.data?.byRole
            }
            onShow={(next) => {
              setShown(next)
              table.turnTo(1)
            }}
          />
          <SyncMembers />
        </TableSearch>
      }
    >
      <QueryState query={query} what="users" skeleton={<SkeletonRows count={8} height={48} />}>
        {({ data }) =>
          total === 0 ? (
            <NoUsers shown={shown} isSearched={search !== ''} />
          ) : (
            <>
              <AmongPeople people={data}>
                <UserTable users={data} isOld={query.isPlaceholderData} table={table} />
              </AmongPeople>
              <p className={classes.foot}>
                Showing {data.length} of {query.data?.isMore && 'more than '}
                {(total ?? 0).toLocaleString('en-US')}. A trackable link is reusable for all posts.
              </p>
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

function narrowing(shown: Shown) {
  if (shown === 'all') return {}
  return shown === 'disabled' ? { disabled: 'true' as const } : { role: shown }
}

interface UserFilterProps {
  readonly shown: Shown
  readonly byRole: UserPage['byRole']
  readonly onShow: (shown: Shown) => void
}

/** The counts are of enabled users, or of disabled ones while those are shown. */
function UserFilter({ shown, byRole, onShow }: UserFilterProps) {
  const all = byRole && byRole.user + byRole.moderator + byRole.admin
  const enabled = shown === 'disabled' ? undefined : byRole
  return (
    <Segments
      label="Users shown"
      value={shown}
      options={[
        { value: 'all', label: 'All', count: enabled && all },
        { value: 'admin', label: 'Admins', count: enabled?.admin },
        { value: 'moderator', label: 'Moderators', count: enabled?.moderator },
        { value: 'disabled', label: 'Disabled', count: shown === 'disabled' ? all : undefined },
      ]}
      onChange={onShow}
    />
  )
}

function NoUsers({ shown, isSearched }: { readonly shown: Shown; readonly isSearched: boolean }) {
  if (shown === 'disabled' && !isSearched)
    return (
      <EmptyState
        icon={Users}
        title="No disabled users"
        text="Whoever is disabled, or removed from the chat, shows up here."
      />
    )
  if (isSearched || shown !== 'all')
    return <EmptyState icon={Users} title="No users found" text="Try a different name, address or role." />
  return (
    <EmptyState
      icon={Users}
      title="No Users Found"
      text="Use the sync button above to add existing chat members."
    />
  )
}
