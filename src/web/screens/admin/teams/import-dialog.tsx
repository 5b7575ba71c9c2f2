import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { ImportForm } from './import-form.tsx'

interface ImportDialogProps extends DialogProps {
  /** Changes each time it is opened. */
  readonly opening: number
}

/** Puts members into teams by a list. */
export function ImportDialog({ isOpen, onClose, opening }: ImportDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Import teams">
      <ImportForm key={opening} onClose={onClose} />
    </WideDialog>
  )
}
