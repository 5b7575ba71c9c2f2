import type { Contest } from '#contract/contests.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { ContestForm } from './contest-form.tsx'

interface ContestDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly contest: Contest | null
  readonly opening: number
}

/** Creates or edits a contest. */
export function ContestDialog({ isOpen, onClose, contest, opening }: ContestDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={contest ? 'Edit Contest' : 'Create Contest'}>
      {/* A dialog that is reopened while it closes must not keep its old fields. */}
      <ContestForm key={opening} contest={contest} onClose={onClose} />
    </WideDialog>
  )
}
