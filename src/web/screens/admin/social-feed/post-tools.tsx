import '#web/ui/library-styles.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type PostSort, postSorts, type SocialFeedPost } from '#contract/posts.ts'
import { sortDirections } from '#contract/tables.ts'
import type { Order } from '#web/ui/data-table.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import type { PostBulk } from './post-bulk.ts'
import { progressText } from './post-bulk-words.ts'
import type { PostSelection } from './post-selection.ts'
import * as classes from './post-tools.module.css'
import type { PostView } from './post-view.ts'

const pageSizes = [25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

const orderNames: Readonly<Record<`${PostSort} ${'asc' | 'desc'}`, string>> = {
  'originalPostDate desc': 'Newest first',
  'originalPostDate asc': 'Oldest first',
  'authorName asc': 'Author, A to Z',
  'authorName desc': 'Author, Z to A',
  'platform asc': 'Platform, A to Z',
  'platform desc': 'Platform, Z to A',
  'engagements desc': 'Most engagements first',
  'engagements asc': 'Fewest engagements first',
}

const namesOfWaiting = {
  'originalPostDate asc': 'Next first',
  'originalPostDate desc': 'Last first',
} as const

interface ListChoicesProps {
  readonly view: PostView
  readonly order: Order<PostSort>
  readonly onOrderChange: (order: Order<PostSort>) => void
  readonly pageSize: PageSize
  readonly onPageSizeChange: (pageSize: PageSize) => void
}

/**
 * The order of the posts and the page size. The publishing date is offered here because it has no column. Deleted posts
 * have one order only.
 */
export function ListChoices({ view, order, onOrderChange, pageSize, onPageSizeChange }: ListChoicesProps) {
  const orders = postSorts.flatMap((sort) => sortDirections.map((direction) => ({ sort, direction })))
  const names = view === 'scheduled' ? { ...orderNames, ...namesOfWaiting } : orderNames
  const nameOf = ({ sort, direction }: Order<PostSort>) => `${sort} ${direction}` as const
  return (
    <>
      {view !== 'deleted' && (
        <NativeSelect
          aria-label="Order of the posts"
          value={nameOf(order)}
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = orders.find((known) => nameOf(known) === value)
            if (chosen) onOrderChange(chosen)
          }}
          rightSection={<ChevronDown size={16} aria-hidden />}
        />
      )}
      <NativeSelect
        aria-label="Posts per page"
        value={String(pageSize)}
        data={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = pageSizes.find((size) => String(size) === value)
          if (chosen) onPageSizeChange(chosen)
        }}
        rightSection={<ChevronDown size={16} aria-hidden />}
      />
    </>
  )
}

interface SelectAllProps {
  readonly rows: readonly SocialFeedPost[]
  readonly selection: PostSelection
}

/** Selects or deselects all posts on screen, and shows how many are selected in total. */
export function SelectAll({ rows, selection: { chosen, set, clear } }: SelectAllProps) {
  const here = rows.filter(({ id }) => chosen.has(id)).length
  const isAll = rows.length > 0 && here === rows.length
  return (
    <div className={classes.selection}>
      <Checkbox
        size="md"
        classNames={{ label: classes.label, input: classes.tick }}
        label={`Select all ${rows.length} on this page`}
        checked={isAll}
        indeterminate={here > 0 && !isAll}
        onChange={() => set(rows, !isAll)}
      />
      <p className={classes.count} role="status">
        {chosen.size.toLocaleString('en-US')} selected
        {chosen.size > here && `, ${(chosen.size - here).toLocaleString('en-US')} of them not on this page`}
      </p>
      {chosen.size > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear selection
        </Button>
      )}
    </div>
  )
}

/** The progress of a bulk action with a Stop button, then its result. */
export function BulkNews({ bulk: { running, note, stop } }: { readonly bulk: PostBulk }) {
  return (
    <div className={classes.news}>
      <p className={classes.progress} role="status">
        {running && progressText(running.kind, running.progress)}
        {!running && note?.kind === 'success' && note.text}
      </p>
      {running && (
        <>
          <progress
            className={classes.bar}
            aria-label="Progress"
            value={running.progress.settled}
            max={running.progress.total}
          />
          <Button variant="default" size="xs" onClick={stop} data-bulk>
            Stop
          </Button>
        </>
      )}
      {!running && note && note.kind !== 'success' && <FailureNote text={note.text} />}
    </div>
  )
}
