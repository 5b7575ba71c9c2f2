import { Button } from '@mantine/core'
import { Megaphone, Plus, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { PostSort, SocialFeedPost } from '#contract/posts.ts'
import { tablePageSize, tableSearchLimit } from '#contract/tables.ts'
import { usePostTable } from '#web/api/post-admin.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { useTableState } from '#web/ui/table-query.ts'
import { countText, Pager, TableSearch } from '#web/ui/table-tools.tsx'
import { counted } from '#web/ui/time-words.ts'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { type PostBulk, usePostBulk } from './post-bulk.ts'
import { type PostSelection, usePostSelection } from './post-selection.ts'
import { PostTable } from './post-table.tsx'
import { BulkNews, ListChoices, type PageSize } from './post-tools.tsx'

const addDialog = lazyDialog(async () => (await import('./add-post-dialog.tsx')).AddPostDialog)
const noun = { one: 'post', many: 'posts' } as const
const noPosts: readonly SocialFeedPost[] = []

/** Lists the company posts, adds and edits them, deletes them and pushes them to the chat. */
export function PostsSection() {
  const region = useRef<HTMLDivElement>(null)
  const table = useTableState<PostSort>({ sort: 'originalPostDate', direction: 'desc' })
  const [pageSize, setPageSize] = useState<PageSize>(tablePageSize)
  const [isAdding, setAdding] = useState(false)
  const query = usePostTable({ ...table.query, limit: pageSize })
  const total = query.data?.total
  useLastPage(table, { total, pageSize })
  const selection = usePostSelection()
  const focusHeading = () => region.current?.querySelector('h2')?.focus()
  const bulk = usePostBulk({
    selection,
    rows: query.data?.data ?? noPosts,
    onEnded: () => isFocusLost() && focusHeading(),
  })
  const add = <AddButton onAdd={() => setAdding(true)} />
  return (
    <div ref={region}>
      <TabSection
        title="Social Feed Posts Management"
        text="The company posts in everyone’s feed."
        actions={
          <>
            {add}
            <BulkButtons selection={selection} bulk={bulk} />
          </>
        }
      >
        <BulkNews bulk={bulk} />
        <TableSearch
          label="Search posts"
          maxLength={tableSearchLimit}
          typed={table.typed}
          onType={table.search}
          count={countText(total, noun, table.query.search ?? '')}
        >
          <ListChoices
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
          {({ data }) => (
            <PostTable
              posts={data}
              isOld={query.isPlaceholderData}
              table={table}
              selection={selection}
              onLastGone={focusHeading}
              empty={<NoPosts search={table.query.search} onWiden={() => table.search('')} add={add} />}
            />
          )}
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

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onAdd}
      {...addDialog.onIntent}
      aria-haspopup="dialog"
    >
      Add Manual Post
    </Button>
  )
}

interface BulkButtonsProps {
  readonly selection: PostSelection
  readonly bulk: PostBulk
}

/** The bulk actions. With no posts selected, the buttons explain why they do nothing. */
function BulkButtons({ selection: { chosen }, bulk }: BulkButtonsProps) {
  const [isAsking, setAsking] = useState(false)
  const count = chosen.size.toLocaleString('en-US')
  const isBusy = bulk.running !== null || undefined
  return (
    <>
      <Button
        variant="default"
        leftSection={<Send size={16} aria-hidden />}
        aria-disabled={isBusy}
        data-bulk
        onClick={() => bulk.mayBegin() && void bulk.run('push')}
      >
        Push Selected to Slack ({count})
      </Button>
      <Button
        variant="outline"
        color="red"
        leftSection={<Trash2 size={16} aria-hidden />}
        aria-disabled={isBusy}
        data-bulk
        aria-haspopup="dialog"
        onClick={() => bulk.mayBegin() && setAsking(true)}
      >
        Delete Selected ({count})
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete Selected Posts"
        question={`Are you sure you want to delete ${counted(chosen.size, 'selected post')}? This action cannot be undone.`}
        subject={authorsOf([...chosen.values()])}
        words={{ title: 'Error', fallback: 'Failed to delete posts' }}
        // The page shows the progress and a Stop button.
        act={async () => undefined}
        onDone={() => {
          setAsking(false)
          void bulk.run('delete')
        }}
      />
    </>
  )
}

const namedAuthors = 3

/** `Ana, Bea, Cy and 4 more`. */
function authorsOf(posts: readonly SocialFeedPost[]): string {
  const names = [...new Set(posts.map(({ authorName }) => authorName))]
  const rest = names.length - namedAuthors
  const named = names.slice(0, namedAuthors).join(', ')
  return `By ${rest > 0 ? `${named} and ${rest.toLocaleString('en-US')} more` : named}`
}

interface NoPostsProps {
  readonly search: string | undefined
  readonly onWiden: () => void
  readonly add: ReactNode
}

function NoPosts({ search, onWiden, add }: NoPostsProps) {
  if (search === undefined) {
    return (
      <EmptyState
        icon={Megaphone}
        title="No Social Feed Posts"
        text="Posts arrive automatically from the scheduling tool. You can also add one by hand."
        action={add}
      />
    )
  }
  return (
    <EmptyState
      icon={Megaphone}
      title="No posts found"
      text="Try different words."
      action={
        <Button variant="default" onClick={onWiden}>
          Show all posts
        </Button>
      }
    />
  )
}

/** Whether the focused element is gone, or belongs to the action that has just ended. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.hasAttribute('data-bulk')
}
