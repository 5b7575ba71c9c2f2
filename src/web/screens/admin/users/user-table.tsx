import { useMemo, useRef } from 'react'
import type { ListedUser, UserSort } from '#contract/users.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import type { TableState } from '#web/ui/table-query.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { userColumns } from './user-columns.tsx'
import type { OpenUser, UserAct } from './user-menu.tsx'

const statement = lazyDialog(async () => (await import('./user-statement.tsx')).UserStatement)
const correction = lazyDialog(async () => (await import('./points-dialog.tsx')).PointsDialog)
const team = lazyDialog(async () => (await import('../teams/change-dialog.tsx')).ChangeDialog)
const question = lazyDialog(async () => (await import('./user-question.tsx')).UserQuestion)

interface UserTableProps {
  readonly users: readonly ListedUser[]
  readonly isOld: boolean
  readonly table: TableState<UserSort>
}

interface Subject {
  readonly act: UserAct
  readonly user: ListedUser
}

/** The table of users, with the dialogs that its menus open. */
export function UserTable({ users, isOld, table }: UserTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { subject, opening, isOpen, open, close } = useOpened<Subject>()
  // Whoever is disabled or enabled leaves this list.
  const { going } = useRowMoved(users, (place) => focusRow(region.current, place))
  const onOpen = useRef<OpenUser>(() => undefined)
  onOpen.current = (act, user) => open({ act, user })
  const columns = useMemo(() => userColumns((act, user) => onOpen.current(act, user)), [])
  const { act, user = null } = subject ?? {}
  const of = (...acts: UserAct[]) => isOpen && act !== undefined && acts.includes(act)
  return (
    <div ref={region} tabIndex={-1}>
      <DataTable
        caption="Users"
        columns={columns}
        rows={users}
        rowName={({ displayName }) => displayName}
        isOld={isOld}
        order={table.order}
        onOrderChange={table.orderBy}
      />
      <statement.Dialog isOpen={of('statement')} onClose={close} user={user} />
      <correction.Dialog isOpen={of('points')} onClose={close} user={user} opening={opening} />
      <team.Dialog isOpen={of('team')} onClose={close} user={user} opening={opening} />
      <question.Dialog
        isOpen={of('disable', 'enable', 'leave-out', 'let-in', 'sign-out')}
        onClose={close}
        act={act}
        user={user}
        onMoved={going}
      />
    </div>
  )
}
