import type { SocialFeedPost } from '#contract/posts.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { EditPostForm } from './edit-post-form.tsx'

interface EditPostDialogProps extends DialogProps {
  /** Null until it is first opened. */
  readonly post: SocialFeedPost | null
  /** Changes each time it is opened. */
  readonly opening: number
}

/** Edits the link and the author of a post. */
export function EditPostDialog({ isOpen, onClose, post, opening }: EditPostDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Edit Social Feed Post">
      {post && <EditPostForm key={opening} post={post} onClose={onClose} />}
    </WideDialog>
  )
}
