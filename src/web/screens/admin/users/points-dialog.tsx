import type { ListedUser } from '#contract/users.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { PointsForm } from './points-form.tsx'

interface PointsDialogProps extends DialogProps {
  /** Null until it is first opened. */
  readonly user: ListedUser | null
  readonly opening: number
}

/** Adds or takes points of a member. */
export function PointsDialog({ isOpen, onClose, user, opening }: PointsDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Correct Points">
      {/* A dialog that is reopened while it closes must not keep its old fields. */}
      {user && <PointsForm key={opening} user={user} onClose={onClose} />}
    </WideDialog>
  )
}
