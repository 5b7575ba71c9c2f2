import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { UserCard } from '#contract/users.ts'
import { useLedgerOf } from '#web/api/ledger.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { useStatementFilters } from './use-statement-filters.ts'
import { WholeStatement } from './whole-statement.tsx'

interface StatementDialogProps {
  readonly user: UserCard
  readonly onClose: () => void
}

/** A member's whole statement, for reviewers. It is open as long as it is mounted. */
export function StatementDialog({ user, onClose }: StatementDialogProps) {
  useFocusBack()
  return (
    <WideDialog isOpen onClose={onClose} title={`Points of ${user.displayName}`}>
      <Statement user={user} />
    </WideDialog>
  )
}

function Statement({ user }: Pick<StatementDialogProps, 'user'>) {
  const filters = useStatementFilters()
  const query = useLedgerOf(user.id, filters.asked)
  return (
    <WholeStatement
      query={query}
      filters={filters}
      isOwn={false}
      empty={
        <EmptyState
          icon={Inbox}
          title="No points yet"
          text="Every point that the member earns shows up here, with what it was for."
        />
      }
    />
  )
}

/** Gives the focus back to where it was. The dialog itself does so only if it was mounted before it opened. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
