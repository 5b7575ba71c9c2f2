import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { ShareForm } from './share-form.tsx'

/** Submits a share that belongs to no post in the feed. */
export function ShareDialog({ isOpen, onClose }: DialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Report your own post">
      <ShareForm onClose={onClose} />
    </WideDialog>
  )
}
