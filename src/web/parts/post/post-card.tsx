import { ExternalLink, Flame, Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { memo } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { isPlaceholderLink, isTrending, safeUrl, testBrand } from '#domain/posts.ts'
import { type InteractionType, interactionTypes, platformNames } from '#domain/vocabulary.ts'
import { reportKey } from '#web/api/interactions.ts'
import { useRememberOpened } from '#web/parts/today/opened-post.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AuthorMark } from './author-mark.tsx'
import { postAnchor } from './post-anchor.ts'
import classes from './post-card.module.css'
import { PostImage } from './post-image.tsx'
import { PostReportButtons } from './post-report-buttons.tsx'
import { PostPreviewText, PostText } from './post-text.tsx'

interface PostCardProps {
  readonly post: SocialFeedPost
  /** Keys of the member's live reports. */
  readonly reported: ReadonlySet<string>
  /** A preview on the dashboard shows only the beginning of the text. */
  readonly place: 'dashboard' | 'feed'
}

// Memoised, because a feed can be long and most refreshes change one card or none.
export const PostCard = memo(
  Card,
  (before, after) =>
    before.post === after.post &&
    before.place === after.place &&
    interactionTypes.every((type) => isReported(before, type) === isReported(after, type)),
)

function isReported({ post, reported }: PostCardProps, interactionType: InteractionType): boolean {
  return reported.has(reportKey({ postId: post.id, interactionType }))
}

/** A company post: author, time, content, engagement, and the report buttons. */
function Card({ post, reported, place }: PostCardProps) {
  const { authorName, platform } = post
  return (
    <article
      id={postAnchor(post.id)}
      tabIndex={-1}
      className={classes.card}
      data-place={place}
      aria-label={`${platformNames[platform]} post by ${authorName}`}
    >
      <PostHeader post={post} />
      {place === 'feed' ? <PostText content={post.content} /> : <PostPreviewText content={post.content} />}
      <PostImage post={post} isPreview={place === 'dashboard'} />
      <div className={classes.facts}>
        <PostCounts post={post} />
        <OriginalLink post={post} />
      </div>
      {post.brand === testBrand ? (
        <p className={classes.testNote}>This post tests the connection. Reports on it do not count.</p>
      ) : (
        <PostReportButtons post={post} reported={reported} place={place} />
      )}
    </article>
  )
}

function PostHeader({ post }: { readonly post: SocialFeedPost }) {
  return (
    <header className={classes.header}>
      <AuthorMark name={post.authorName} picture={post.authorAvatarUrl} platform={post.platform} />
      <div className={classes.who}>
        <p className={classes.author} title={post.authorName}>
          <bdi>{post.authorName}</bdi>
        </p>
        <DottedLine>
          <bdi>{post.authorHandle}</bdi>
          <span>{platformNames[post.platform]}</span>
          <RelativeTime instant={post.originalPostDate} />
        </DottedLine>
      </div>
      {post.brand === testBrand && <span className={classes.trending}>Test</span>}
      {isTrending(post) && (
        <span className={classes.trending}>
          <Flame size={14} strokeWidth={1.75} aria-hidden />
          Trending
        </span>
      )}
    </header>
  )
}

function PostCounts({ post }: { readonly post: SocialFeedPost }) {
  const counts = [
    { name: 'likes', count: post.likesCount, Icon: Heart },
    { name: 'comments', count: post.commentsCount, Icon: MessageCircle },
    { name: 'shares', count: post.sharesCount, Icon: Repeat2 },
  ]
  return (
    <ul className={classes.counts} aria-label="Engagement">
      {counts.map(({ name, count, Icon }) => (
        <li key={name}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {count.toLocaleString('en-US')}
          <span className="visually-hidden"> {name}</span>
        </li>
      ))}
    </ul>
  )
}

function OriginalLink({ post }: { readonly post: SocialFeedPost }) {
  const rememberOpened = useRememberOpened()
  const href = safeUrl(post.postUrl)
  if (href === null || isPlaceholderLink(post.postUrl)) return null
  return (
    <a
      className={classes.original}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={rememberOpened}
      onAuxClick={rememberOpened}
    >
      View Original
      <ExternalLink size={14} strokeWidth={1.75} aria-hidden />
      <span className="visually-hidden">
        {' '}
        post by {post.authorName} on {platformNames[post.platform]}, opens in a new tab
      </span>
    </a>
  )
}
