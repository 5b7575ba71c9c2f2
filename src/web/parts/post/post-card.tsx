import { Flame, Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { memo, useRef } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import { isTrending, testBrand } from '#domain/posts.ts'
import { type InteractionType, interactionTypes, platformNames } from '#domain/vocabulary.ts'
import { type Reported, reportKey } from '#web/api/interactions.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import { AuthorMark } from './author-mark.tsx'
import { useIsAsked } from './came-back.ts'
import { FoldedPost } from './folded-post.tsx'
import { hasTrackableLink, LaterCopyPostLink } from './later-copy-post-link.tsx'
import { postAnchor } from './post-anchor.ts'
import * as classes from './post-card.module.css'
import { PostImage } from './post-image.tsx'
import { PostPreviewText, PostText } from './post-text.tsx'
import { Prompts } from './prompts.tsx'
import { ReportRow } from './report-row.tsx'
import { Reporters } from './reporters.tsx'
import { WelcomeBack } from './welcome-back.tsx'

export interface PostCardProps {
  readonly post: FeedPost
  readonly reported: Reported
  /** On the dashboard a post shows only the beginning of its text, and folds to a line once all is reported. */
  readonly place: 'dashboard' | 'feed'
  /** Whether it is the first with anything left to report. */
  readonly isFirst: boolean
}

// Memoised, because a feed can be long and most refreshes change one card or none.
export const PostCard = memo(
  Card,
  (before, after) =>
    before.post === after.post &&
    before.isFirst === after.isFirst &&
    interactionTypes.every((type) => ownId(before, type) === ownId(after, type)),
)

/** Undefined while it is to do. */
function ownId({ post, reported }: PostCardProps, interactionType: InteractionType) {
  return reported.get(reportKey({ postId: post.id, interactionType }))?.id
}

/** A company post: author, time, content, engagement, its original, and what the member did with it. */
function Card({ post, reported, place, isFirst }: PostCardProps) {
  const card = useRef<HTMLElement>(null)
  const { authorName, platform } = post
  const isFolded = place === 'dashboard' && isFinished(post, reported)
  return (
    <article
      ref={card}
      id={postAnchor(post.id)}
      className={classes.card}
      data-place={place}
      tabIndex={-1}
      aria-label={`${platformNames[platform]} post by ${authorName}`}
    >
      {isFolded ? (
        <FoldedPost post={post} reported={reported} />
      ) : (
        <WholePost
          post={post}
          reported={reported}
          place={place}
          isFirst={isFirst}
          onFocusLost={() => card.current?.focus({ preventScroll: true })}
        />
      )}
    </article>
  )
}

/** Whether the member has reported everything that can be done with a post. */
export function isFinished({ id: postId }: FeedPost, reported: Reported): boolean {
  return interactionTypes.every((interactionType) => reported.has(reportKey({ postId, interactionType })))
}

function WholePost({
  post,
  reported,
  place,
  isFirst,
  onFocusLost,
}: PostCardProps & { readonly onFocusLost: () => void }) {
  const body = useRef<HTMLDivElement>(null)
  useFocusLost(body, onFocusLost)
  const isAsked = useIsAsked(post.id)
  const isTest = post.brand === testBrand
  return (
    <>
      {isAsked && <WelcomeBack post={post} />}
      <div ref={body} className={classes.post} data-place={place}>
        <PostHeader post={post} place={place} />
        <div className={classes.text}>
          {place === 'feed' ? (
            <PostText content={post.content} />
          ) : (
            <PostPreviewText content={post.content} />
          )}
          <Prompts post={post} place={place} />
        </div>
        <PostCounts post={post} reported={reported} />
        <PostImage post={post} place={place} />
        <div className={classes.acts}>
          {isTest ? (
            <p className={classes.testNote}>This post tests the connection. Reports on it do not count.</p>
          ) : (
            <ReportRow post={post} reported={reported} place={place} isFirst={isFirst} isAsked={isAsked} />
          )}
        </div>
      </div>
    </>
  )
}

function PostHeader({ post, place }: Pick<PostCardProps, 'post' | 'place'>) {
  return (
    <header className={classes.header}>
      <AuthorMark name={post.authorName} picture={post.authorAvatarUrl} platform={post.platform} />
      <div className={classes.who}>
        <p className={classes.author} title={post.authorName}>
          <bdi>{post.authorName}</bdi>
        </p>
        <p className={classes.meta}>
          <span className={classes.when}>
            {platformNames[post.platform]} · <RelativeTime instant={post.originalPostDate} />
          </span>
          {place === 'feed' && (
            <span className={classes.handle} title={post.authorHandle}>
              <bdi>{post.authorHandle}</bdi>
            </span>
          )}
        </p>
      </div>
      {post.brand === testBrand && <StatusBadge tone="off">Test</StatusBadge>}
      {isTrending(post) && (
        <StatusBadge tone="hot">
          <Flame className={classes.flame} size={13} strokeWidth={1.75} aria-hidden />
          Trending
        </StatusBadge>
      )}
    </header>
  )
}

function PostCounts({ post, reported }: Pick<PostCardProps, 'post' | 'reported'>) {
  const counts = [
    { name: 'likes', count: post.likesCount, Icon: Heart },
    { name: 'comments', count: post.commentsCount, Icon: MessageCircle },
    { name: 'shares', count: post.sharesCount, Icon: Repeat2 },
  ]
  return (
    <div className={classes.facts}>
      <ul className={classes.counts} aria-label="Engagement">
        {counts.map(({ name, count, Icon }) => (
          <li key={name}>
            <Icon size={14} strokeWidth={1.75} aria-hidden />
            {count.toLocaleString('en-US')}
            <span className="visually-hidden"> {name}</span>
          </li>
        ))}
      </ul>
      {hasTrackableLink(post) && <LaterCopyPostLink post={post} isIcon={false} />}
      <Reporters post={post} reported={reported} />
    </div>
  )
}
