import { type ReactNode, useRef } from 'react'
import type { PostSort, SocialFeedPost } from '#contract/posts.ts'
import { excerpt } from '#domain/posts.ts'
import { useDeletePost } from '#web/api/post-admin.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import type { TableState } from '#web/ui/table-query.ts'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { postColumns } from './post-columns.tsx'
import type { PostSelection } from './post-selection.ts'
import { SelectAll } from './post-tools.tsx'

const editDialog = lazyDialog(async () => (await import('./edit-post-dialog.tsx')).EditPostDialog)

interface PostTableProps {
  readonly posts: readonly SocialFeedPost[]
  readonly isOld: boolean
  readonly table: TableState<PostSort>
  readonly selection: PostSelection
  /** Called when the last row on screen has gone, to move the focus. */
  readonly onLastGone: () => void
  /** Shown when there is no post. */
  readonly empty: ReactNode
}

export function PostTable({ posts, isOld, table, selection, onLastGone, empty }: PostTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const edited = useOpened<SocialFeedPost>()
  const doomed = useOpened<SocialFeedPost>()
  const { mutateAsync } = useDeletePost()
  const moved = useRowMoved(posts, (place) => {
    if (posts.length === 0) onLastGone()
    else focusRow(region.current, place)
  })
  return (
    <div ref={region}>
      {posts.length === 0 ? (
        empty
      ) : (
        <>
          <SelectAll rows={posts} selection={selection} />
          <DataTable
            caption="Social feed posts"
            columns={postColumns({
              selection,
              onEdit: edited.open,
              onDelete: doomed.open,
              onIntent: editDialog.onIntent,
            })}
            rows={posts}
            rowName={({ authorName }) => `the post by ${authorName}`}
            isOld={isOld}
            hasOrderElsewhere
            order={table.order}
            onOrderChange={table.orderBy}
          />
        </>
      )}
      <editDialog.Dialog
        isOpen={edited.isOpen}
        onClose={edited.close}
        post={edited.subject}
        opening={edited.opening}
      />
      {doomed.subject && (
        <DeletePostDialog
          post={doomed.subject}
          isOpen={doomed.isOpen}
          onClose={doomed.close}
          act={async (post) => {
            await mutateAsync({ id: post.id })
            // This closure still has the rows of the moment when the deletion was confirmed.
            moved.going(post)
          }}
          onDone={(post) => {
            doomed.close()
            selection.set([post], false)
            toast({ kind: 'success', title: 'Post deleted' })
          }}
        />
      )}
    </div>
  )
}

interface DeletePostDialogProps {
  readonly post: SocialFeedPost
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly act: (post: SocialFeedPost) => Promise<unknown>
  readonly onDone: (post: SocialFeedPost) => void
}

function DeletePostDialog({ post, isOpen, onClose, act, onDone }: DeletePostDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete Post"
      question={`Are you sure you want to delete this post by ${post.authorName}? This action cannot be undone.`}
      subject={excerpt(post.content, 120)}
      words={{ title: 'Error', fallback: 'Failed to delete social feed post.', isToastFixed: true }}
      act={() => act(post)}
      onDone={() => onDone(post)}
    />
  )
}
