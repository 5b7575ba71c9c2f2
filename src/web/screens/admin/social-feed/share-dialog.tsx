import type { ListedShare } from '#contract/shares.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { ShareForm } from './share-form.tsx'

interface ShareDialogProps extends DialogProps {
  /** Null until it is first opened. */
  readonly share: ListedShare | null
  readonly opening: number
  readonly onSaved: (share: ListedShare) => void
}

/** Edits a member's share. */
export function ShareDialog({ isOpen, onClose, share, opening, onSaved }: ShareDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Edit Social Media Share">
      {/* A dialog that is reopened while it closes must not keep its old fields. */}
      {share && <ShareForm key={opening} share={share} onClose={onClose} onSaved={onSaved} />}
    </WideDialog>
  )
}
