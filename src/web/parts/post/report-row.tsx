import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { type Reported, reportKey } from '#web/api/interactions.ts'
import { OpenOriginal } from './open-original.tsx'
import * as classes from './report-row.module.css'
import { type Failed, ReportSlot } from './report-slot.tsx'

interface ReportRowProps {
  readonly post: SocialFeedPost
  readonly reported: Reported
  readonly place: 'dashboard' | 'feed'
  /** Whether its link is the one filled button of the view. */
  readonly isFirst: boolean
  /** Draws the eye to the buttons, once. */
  readonly isAsked: boolean
}

/** Opens the original, then says what the member did with it, each with the points that it earns. */
export function ReportRow({ post, reported, place, isFirst, isAsked }: ReportRowProps) {
  const [failed, setFailed] = useState<Failed | null>(null)
  return (
    <div className={classes.row} data-place={place}>
      <div className={classes.acts}>
        <OpenOriginal post={post} isPrimary={isFirst} />
        <fieldset
          className={classes.slots}
          data-asked={isAsked || undefined}
          aria-label={`Report what you did with the post by ${post.authorName}`}
        >
          {interactionTypes.map((type) => (
            <ReportSlot
              key={type}
              post={post}
              type={type}
              own={reported.get(reportKey({ postId: post.id, interactionType: type }))}
              place={place}
              onOutcome={setFailed}
            />
          ))}
        </fieldset>
      </div>
      {failed && (
        <p className={classes.failure}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          <span>{failed.text}</span>
          {failed.retry && (
            <button type="button" className={classes.retry} onClick={failed.retry}>
              Retry
            </button>
          )}
        </p>
      )}
    </div>
  )
}
