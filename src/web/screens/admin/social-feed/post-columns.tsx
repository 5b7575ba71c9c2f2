import '#web/ui/library-styles.ts'
import { Checkbox } from '@mantine/core'
import { Pencil, Trash2, Undo2 } from 'lucide-react'
import type { FeedPost, PostSort } from '#contract/posts.ts'
import { isPlaceholderLink, safeUrl, testBrand } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { dayAndTime } from '#web/parts/new-post/post-fields.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { CutText } from './cut-text.tsx'
import * as classes from './post-columns.module.css'
import type { PostSelection } from './post-selection.ts'

const shownCharacters = 60

type PostColumn = Column<FeedPost, PostSort>

export interface PostControls {
  readonly selection: PostSelection
  readonly onEdit: (post: FeedPost) => void
  readonly onDelete: (post: FeedPost) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
}

/** The columns of the posts, or of those that wait. */
export function postColumns(view: 'posts' | 'scheduled', controls: PostControls): readonly PostColumn[] {
  return [
    { name: 'Select', kind: 'tick', cell: (post) => <Tick post={post} {...controls} /> },
    {
      name: 'Author',
      kind: 'row header',
      sort: 'authorName',
      cell: (post) => <Author post={post} isTimeElsewhere={view === 'scheduled'} />,
    },
    { ...platformColumn, sort: 'platform' },
    content,
    original,
    view === 'posts' ? engagements : goesOut,
    { name: 'Actions', kind: 'actions', cell: (post) => <Actions post={post} {...controls} /> },
  ]
}

/** The columns of the deleted posts. */
export function deletedColumns(onRestore: (post: FeedPost) => void): readonly PostColumn[] {
  return [
    { name: 'Author', kind: 'row header', cell: (post) => <Author post={post} /> },
    platformColumn,
    content,
    original,
    { name: 'Deleted', isOnPhone: true, cell: ({ deletedAt }) => deletedAt && <Time instant={deletedAt} /> },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (post) => (
        <RowButton
          label={`Restore post by ${post.authorName}`}
          icon={Undo2}
          onClick={() => onRestore(post)}
        />
      ),
    },
  ]
}

const platformColumn: PostColumn = {
  name: 'Platform',
  isOnPhone: true,
  cell: ({ platform }) => (
    <span className={classes.platform}>
      <PlatformMark platform={platform} size={16} />
      {platformNames[platform]}
    </span>
  ),
}

const content: PostColumn = {
  name: 'Content',
  width: 460,
  cell: ({ content }) => <CutText text={content} limit={shownCharacters} />,
}

const original: PostColumn = {
  name: 'Original URL',
  width: 200,
  cell: (post) => <Original post={post} />,
}

const engagements: PostColumn = {
  name: 'Engagements',
  sort: 'engagements',
  firstDirection: 'desc',
  kind: 'number',
  isOnPhone: true,
  cell: ({ likesCount, commentsCount, sharesCount }) =>
    (likesCount + commentsCount + sharesCount).toLocaleString('en-US'),
}

const goesOut: PostColumn = {
  name: 'Goes out',
  sort: 'originalPostDate',
  isOnPhone: true,
  cell: ({ originalPostDate }) => <Time instant={originalPostDate} />,
}

function Time({ instant }: { readonly instant: string }) {
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {dayAndTime(new Date(instant), new Date())}
    </time>
  )
}

interface OfPost {
  readonly post: FeedPost
}

function Tick({ post, selection }: OfPost & Pick<PostControls, 'selection'>) {
  return (
    <Checkbox
      size="md"
      classNames={{ input: classes.tick }}
      aria-label={`Select post by ${post.authorName}`}
      checked={selection.chosen.has(post.id)}
      onChange={(event) => selection.set([post], event.currentTarget.checked)}
    />
  )
}

interface AuthorProps extends OfPost {
  /** Whether the list has only waiting posts, and a column for their time. */
  readonly isTimeElsewhere?: boolean
}

function Author({ post, isTimeElsewhere = false }: AuthorProps) {
  const { authorName, authorHandle, state, brand, originalPostDate } = post
  const isMarkedWaiting = state === 'scheduled' && !isTimeElsewhere
  const isTest = brand === testBrand
  return (
    <div className={isMarkedWaiting || isTest ? classes.marked : undefined}>
      <span className={classes.name}>
        <bdi>{authorName}</bdi>
      </span>
      <span className={classes.handle}>
        <bdi>{authorHandle}</bdi>
      </span>
      {(isMarkedWaiting || isTest) && (
        <span className={classes.marks}>
          {isMarkedWaiting && (
            <StatusBadge tone="waiting">
              Scheduled <Time instant={originalPostDate} />
            </StatusBadge>
          )}
          {isTest && <StatusBadge tone="off">Test</StatusBadge>}
        </span>
      )}
    </div>
  )
}

function Original({ post: { postUrl } }: OfPost) {
  const href = safeUrl(postUrl)
  if (href === null || isPlaceholderLink(href)) return <span className={classes.none}>No link</span>
  return (
    <a className={classes.link} href={href} title={href} target="_blank" rel="noopener noreferrer">
      {href.replace(/^https?:\/\/(www\.)?/, '')}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

function Actions({ post, onEdit, onDelete, onIntent }: OfPost & PostControls) {
  return (
    <div className={classes.actions}>
      <RowButton
        label={`Edit post by ${post.authorName}`}
        icon={Pencil}
        onClick={() => onEdit(post)}
        {...onIntent}
        aria-haspopup="dialog"
      />
      <RowButton
        label={`Delete post by ${post.authorName}`}
        icon={Trash2}
        onClick={() => onDelete(post)}
        aria-haspopup="dialog"
      />
    </div>
  )
}
