import type { ListedUser } from '#contract/users.ts'
import { StatementDialog } from '#web/parts/statement/statement-dialog.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'

interface UserStatementProps extends DialogProps {
  /** Null until it is first opened. */
  readonly user: ListedUser | null
}

/** A member's statement, for administrators. */
export function UserStatement({ isOpen, onClose, user }: UserStatementProps) {
  return isOpen && user ? <StatementDialog user={user} onClose={onClose} /> : null
}
