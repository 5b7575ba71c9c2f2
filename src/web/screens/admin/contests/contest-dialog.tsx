import type { Contest } from '#contract/contests.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { ContestForm } from './contest-form.tsx'

interface ContestDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly contest: Contest | null
  readonly opening: number
}

/** Makes a contest, or changes one. */
export function ContestDialog({ isOpen, onClose, contest, opening }: ContestDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={contest ? 'Edit Contest' : 'Create Contest'}>
      {/* Opened again while it still closes, it must not keep the fields of before. */}
      <ContestForm key={opening} contest={contest} onClose={onClose} />
    </WideDialog>
  )
}
