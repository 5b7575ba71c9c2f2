import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PostSort, SocialFeedPost } from '#contract/posts.ts'
import { tablePageSize, tableSearchLimit } from '#contract/tables.ts'
import { usePostTable } from '#web/api/post-admin.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useTableState } from '#web/ui/table-query.ts'
import { countText, Pager, TableSearch } from '#web/ui/table-tools.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { DeletedPosts } from './deleted-posts.tsx'
import { NoPosts } from './no-posts.tsx'
import { usePostBulk } from './post-bulk.ts'
import { BulkButtons } from './post-bulk-buttons.tsx'
import { usePostSelection } from './post-selection.ts'
import { PostTable } from './post-table.tsx'
import { BulkNews, ListChoices, type PageSize } from './post-tools.tsx'
import type { PostView } from './post-view.ts'
import * as classes from './posts-section.module.css'

const addDialog = lazyDialog(
  async () => (await import('#web/parts/new-post/add-post-dialog.tsx')).AddPostDialog,
)
const noun = { one: 'post', many: 'posts' } as const
const noPosts: readonly SocialFeedPost[] = []

/** Lists the company posts, adds and edits them, deletes them and pushes them to the chat. */
export function PostsSection() {
  const region = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<PostView>('posts')
  const { table, filter } = usePostTables(view)
  const [pageSize, setPageSize] = useState<PageSize>(tablePageSize)
  const [isAdding, setAdding] = useState(false)
  const query = usePostTable({ ...filter, limit: pageSize })
  const total = query.data?.total
  useLastPage(table, { total, pageSize })
  const waiting = usePostTable({ state: 'scheduled', page: 1, limit: 1 }).data?.total
  const selection = usePostSelection()
  const focusHeading = () => region.current?.querySelector('h2')?.focus()
  const bulk = usePostBulk({
    selection,
    rows: query.data?.data ?? noPosts,
    onEnded: () => isFocusLost() && focusHeading(),
  })
  const onAdd = () => setAdding(true)
  return (
    <div ref={region}>
      <TabSection
        title="Social Feed Posts Management"
        text="The company posts in everyone’s feed."
        actions={
          <>
            <AddButton onAdd={onAdd} />
            {view !== 'deleted' && <BulkButtons view={view} selection={selection} bulk={bulk} />}
          </>
        }
      >
        <div className={classes.views}>
          <Segments
            label="Which posts"
            value={view}
            options={[
              { value: 'posts', label: 'Posts' },
              { value: 'scheduled', label: 'Scheduled', count: waiting },
              { value: 'deleted', label: 'Deleted' },
            ]}
            onChange={(next) => {
              setView(next)
              selection.clear()
            }}
          />
        </div>
        <BulkNews bulk={bulk} />
        <TableSearch
          label="Search posts"
          maxLength={tableSearchLimit}
          typed={table.typed}
          onType={table.search}
          count={countText(query.data ?? {}, noun, table.query.search ?? '')}
        >
          <ListChoices
            view={view}
            order={table.order}
            onOrderChange={table.orderBy}
            pageSize={pageSize}
            onPageSizeChange={(size) => {
              setPageSize(size)
              table.turnTo(1)
            }}
          />
        </TableSearch>
        <QueryState
          query={query}
          what="posts"
          skeleton={<SkeletonRows count={8} height={44} hasAvatar={false} />}
        >
          {({ data }) => {
            const { search } = table.query
            const add = <AddButton onAdd={onAdd} isQuiet />
            const empty = <NoPosts view={view} search={search} onWiden={() => table.search('')} add={add} />
            const shared = { posts: data, isOld: query.isPlaceholderData, onLastGone: focusHeading, empty }
            return view === 'deleted' ? (
              <DeletedPosts {...shared} />
            ) : (
              <PostTable view={view} table={table} selection={selection} {...shared} />
            )
          }}
        </QueryState>
        <Pager
          what="posts"
          page={table.query.page}
          total={total ?? 0}
          pageSize={pageSize}
          onTurn={table.turnTo}
        />
      </TabSection>
      <addDialog.Dialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

/** The page, search and order of each view, and what the shown one asks for. */
function usePostTables(view: PostView) {
  const tables = {
    posts: useTableState<PostSort>({ sort: 'originalPostDate', direction: 'desc' }),
    scheduled: useTableState<PostSort>({ sort: 'originalPostDate', direction: 'asc' }),
    deleted: useTableState<PostSort>({ sort: 'originalPostDate', direction: 'desc' }),
  }
  const table = tables[view]
  if (view === 'posts') return { table, filter: table.query }
  const { sort, direction, ...paged } = table.query
  return { table, filter: { state: view, ...paged, ...(view === 'scheduled' && { sort, direction }) } }
}

interface AddButtonProps {
  readonly onAdd: () => void
  /** Whether it repeats the filled one. */
  readonly isQuiet?: boolean
}

function AddButton({ onAdd, isQuiet = false }: AddButtonProps) {
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onAdd}
      {...addDialog.onIntent}
      aria-haspopup="dialog"
    >
      Add Manual Post
    </Button>
  )
}

/** Whether the focused element is gone, or belongs to the action that has just ended. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.hasAttribute('data-bulk')
}
