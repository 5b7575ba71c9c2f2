import type { UserCard } from '#contract/users.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'

interface StatementProps extends DialogProps {
  readonly user: UserCard
}

/** A member's points, entry by entry, for reviewers. Its script is loaded when it is wanted. */
export const laterStatement = lazyDialog(async () => {
  const { StatementDialog } = await import('./statement-dialog.tsx')
  return function Statement({ isOpen, ...rest }: StatementProps) {
    return isOpen ? <StatementDialog {...rest} /> : null
  }
})
