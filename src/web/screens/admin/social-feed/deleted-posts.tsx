import { type ReactNode, useRef } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { deletedColumns } from './post-columns.tsx'
import { useRestore } from './use-restore.ts'

interface DeletedPostsProps {
  readonly posts: readonly FeedPost[]
  readonly isOld: boolean
  /** Called when the last row on screen has gone, to move the focus. */
  readonly onLastGone: () => void
  /** Shown when there is no post. */
  readonly empty: ReactNode
}

/** The posts that were deleted in the last 30 days, each with a way back. */
export function DeletedPosts({ posts, isOld, onLastGone, empty }: DeletedPostsProps) {
  const region = useRef<HTMLDivElement>(null)
  const restore = useRestore()
  const moved = useRowMoved(posts, (place) => {
    if (posts.length === 0) onLastGone()
    else focusRow(region.current, place)
  })
  const onRestore = async (post: FeedPost) => {
    if (await restore(post)) moved.going(post)
  }
  if (posts.length === 0) return empty
  return (
    <div ref={region}>
      <DataTable
        caption="Deleted posts"
        columns={deletedColumns((post) => void onRestore(post))}
        rows={posts}
        rowName={({ authorName }) => `the post by ${authorName}`}
        isOld={isOld}
      />
    </div>
  )
}
