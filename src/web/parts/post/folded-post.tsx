import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FeedPost, SocialFeedPost } from '#contract/posts.ts'
import type { DoneTodayPost } from '#contract/today.ts'
import type { InteractionId } from '#domain/ids.ts'
import { titleOf } from '#domain/posts.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { type Reported, type ReportToUndo, reportKey } from '#web/api/interactions.ts'
import { singlePress } from '#web/ui/single-press.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import * as classes from './folded-post.module.css'
import { hasTrackableLink, LaterCopyPostLink } from './later-copy-post-link.tsx'
import { PlatformMark } from './platform-mark.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { undoClock } from './undo-clock.ts'
import { UndoName } from './undo-name.tsx'
import { useNow } from './use-now.ts'
import { useUndo } from './use-undo.ts'

interface FoldedPostProps {
  readonly post: FeedPost
  readonly reported: Reported
}

/** A post on which everything is reported, in one line. The latest report can be undone here while that is possible. */
export function FoldedPost({ post, reported }: FoldedPostProps) {
  const { platform, authorName, imageUrl, worth } = post
  const points = worth.like + worth.comment + worth.share
  return (
    <FoldedLine post={{ platform, authorName, title: titleOf(post.content), imageUrl, points }}>
      <UndoLatest post={post} reported={reported} />
      {hasTrackableLink(post) && <LaterCopyPostLink post={post} isIcon />}
    </FoldedLine>
  )
}

interface FoldedLineProps {
  /** `points` is what the reports on it earned. */
  readonly post: Pick<DoneTodayPost, 'platform' | 'authorName' | 'title' | 'imageUrl' | 'points'>
  readonly children?: ReactNode
}

/** The line of a finished post, with its picture, its title and what it earned. */
export function FoldedLine({ post, children }: FoldedLineProps) {
  const { platform, authorName, title, imageUrl, points } = post
  return (
    <div className={classes.fold}>
      <Thumbnail address={imageUrl} width={56} height={38} className={classes.picture} />
      <PlatformMark platform={platform} />
      <p className={classes.title} dir="auto" title={title}>
        {title || authorName}
      </p>
      {children}
      <span className={classes.done}>
        <StatusBadge tone="good">
          <Check size={12} strokeWidth={2.6} aria-hidden />
          Liked, commented, shared
        </StatusBadge>
      </span>
      {points > 0 && <b className={classes.points}>+{points.toLocaleString('en-US')}</b>}
    </div>
  )
}

function UndoLatest({ post, reported }: FoldedPostProps) {
  const [over, setOver] = useState<InteractionId | null>(null)
  const latest = latestOf(post, reported)
  const now = useNow(latest !== null && undoClock(latest.reportedAt, new Date()) !== null)
  const { isPending, undo } = useUndo({
    onOutcome: () => undefined,
    onTooLate: () => setOver(latest?.report.id ?? null),
  })
  const clock = latest && undoClock(latest.reportedAt, now)
  if (!latest || clock === null || over === latest.report.id) return null
  return (
    <button
      type="button"
      className={classes.undo}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      {...singlePress(() => undo(latest.report))}
    >
      <span aria-hidden>Undo {clock}</span>
      <UndoName
        type={latest.report.interactionType}
        authorName={post.authorName}
        reportedAt={latest.reportedAt}
      />
    </button>
  )
}

interface Latest {
  readonly report: ReportToUndo
  readonly reportedAt: Date
}

function latestOf(post: SocialFeedPost, reported: Reported): Latest | null {
  const known = interactionTypes.flatMap((type) => ownOf(post, type, reported))
  return known.reduce<Latest | null>(
    (latest, one) => (latest && latest.reportedAt > one.reportedAt ? latest : one),
    null,
  )
}

function ownOf(
  { id: postId }: SocialFeedPost,
  interactionType: InteractionType,
  reported: Reported,
): Latest[] {
  const own = reported.get(reportKey({ postId, interactionType }))
  if (!own?.id || !own.reportedAt) return []
  return [{ report: { id: own.id, postId, interactionType }, reportedAt: new Date(own.reportedAt) }]
}
