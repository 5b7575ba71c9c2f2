import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { AddPostForm } from './add-post-form.tsx'

/** Adds a post to the feed by hand. */
export function AddPostDialog({ isOpen, onClose }: DialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Add Manual Social Post">
      <AddPostForm onClose={onClose} />
    </WideDialog>
  )
}
