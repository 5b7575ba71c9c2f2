import { Checkbox } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import type { PostSort, SocialFeedPost } from '#contract/posts.ts'
import { isPlaceholderLink, safeUrl } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { CutText } from './cut-text.tsx'
import classes from './post-columns.module.css'
import type { PostSelection } from './post-selection.ts'

const shownCharacters = 60

export interface PostControls {
  readonly selection: PostSelection
  readonly onEdit: (post: SocialFeedPost) => void
  readonly onDelete: (post: SocialFeedPost) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
}

export function postColumns(controls: PostControls): readonly Column<SocialFeedPost, PostSort>[] {
  return [
    { name: 'Select', kind: 'tick', cell: (post) => <Tick post={post} {...controls} /> },
    { name: 'Author', sort: 'authorName', kind: 'row header', cell: (post) => <Author post={post} /> },
    {
      name: 'Platform',
      sort: 'platform',
      isOnPhone: true,
      cell: ({ platform }) => (
        <span className={classes.platform}>
          <PlatformMark platform={platform} size={16} />
          {platformNames[platform]}
        </span>
      ),
    },
    {
      name: 'Content',
      width: 460,
      cell: ({ content }) => <CutText text={content} limit={shownCharacters} />,
    },
    { name: 'Original URL', width: 200, cell: (post) => <Original post={post} /> },
    {
      name: 'Engagements',
      sort: 'engagements',
      firstDirection: 'desc',
      kind: 'number',
      isOnPhone: true,
      cell: ({ likesCount, commentsCount, sharesCount }) =>
        (likesCount + commentsCount + sharesCount).toLocaleString('en-US'),
    },
    { name: 'Actions', kind: 'actions', cell: (post) => <Actions post={post} {...controls} /> },
  ]
}

interface OfPost {
  readonly post: SocialFeedPost
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

function Author({ post: { authorName, authorHandle } }: OfPost) {
  return (
    <>
      <span className={classes.name}>
        <bdi>{authorName}</bdi>
      </span>
      <span className={classes.handle}>
        <bdi>{authorHandle}</bdi>
      </span>
    </>
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
