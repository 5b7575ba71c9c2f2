import { type ReactNode, useRef } from 'react'
import type { FeedPost, PostSort } from '#contract/posts.ts'
import { excerpt } from '#domain/posts.ts'
import { useDeletePost, useReporterCount } from '#web/api/post-admin.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import type { TableState } from '#web/ui/table-query.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { postColumns } from './post-columns.tsx'
import type { PostSelection } from './post-selection.ts'
import { SelectAll } from './post-tools.tsx'
import { useRestore } from './use-restore.ts'

const editDialog = lazyDialog(async () => (await import('./edit-post-dialog.tsx')).EditPostDialog)

interface PostTableProps {
  readonly view: 'posts' | 'scheduled'
  readonly posts: readonly FeedPost[]
  readonly isOld: boolean
  readonly table: TableState<PostSort>
  readonly selection: PostSelection
  /** Called when the last row on screen has gone, to move the focus. */
  readonly onLastGone: () => void
  /** Shown when there is no post. */
  readonly empty: ReactNode
}

export function PostTable({ view, posts, isOld, table, selection, onLastGone, empty }: PostTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const edited = useOpened<FeedPost>()
  const doomed = useOpened<FeedPost>()
  const { mutateAsync } = useDeletePost()
  const restore = useRestore()
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
            columns={postColumns(view, {
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
          // Counts again each time.
          key={doomed.opening}
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
            const undo = { label: 'Undo', run: () => void restore(post) }
            toast({ kind: 'success', title: 'Post deleted', action: undo })
          }}
        />
      )}
    </div>
  )
}

interface DeletePostDialogProps {
  readonly post: FeedPost
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly act: (post: FeedPost) => Promise<unknown>
  readonly onDone: (post: FeedPost) => void
}

function DeletePostDialog({ post, isOpen, onClose, act, onDone }: DeletePostDialogProps) {
  const { data: reporters } = useReporterCount(post.id)
  const effect = post.state === 'scheduled' ? 'Members will never see it.' : reportersText(reporters)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete Post"
      question={`Are you sure you want to delete this post by ${post.authorName}? This action cannot be undone after 30 days.`}
      subject={excerpt(post.content, 120)}
      effects={[effect]}
      words={{ title: 'Error', fallback: 'Failed to delete social feed post.', isToastFixed: true }}
      act={() => act(post)}
      onDone={() => onDone(post)}
    />
  )
}

/** What a deletion means for those who reported; they are not counted yet while it is undefined. */
function reportersText(count: number | undefined): string {
  if (count === undefined) return 'Members who reported on this post keep their points.'
  if (count === 0) return 'Nobody has reported on this post.'
  return `${counted(count, 'member')} reported on this post. They keep their points.`
}
