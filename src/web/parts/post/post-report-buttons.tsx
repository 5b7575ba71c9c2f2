import { Check, Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { isAlreadyReported, reportKey, useReportInteraction } from '#web/api/interactions.ts'
import { keepUnsentReport } from '#web/app/unsent-report.ts'
import { toast } from '#web/ui/toasts.ts'
import classes from './post-report-buttons.module.css'
import { reportedToast, reportFailure } from './post-report-words.ts'

interface PostReportButtonsProps {
  readonly post: SocialFeedPost
  readonly reported: ReadonlySet<string>
  readonly place: 'dashboard' | 'feed'
}

const looks = {
  like: { label: 'Like', Icon: Heart },
  comment: { label: 'Comment', Icon: MessageCircle },
  share: { label: 'Share', Icon: Repeat2 },
} as const

/** One report button for each interaction type, with the points it earns. */
export function PostReportButtons({ post, reported, place }: PostReportButtonsProps) {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <div className={classes.report}>
      <fieldset
        className={classes.buttons}
        aria-label={`Report what you did with the post by ${post.authorName}`}
      >
        {interactionTypes.map((type) => (
          <ReportButton
            key={type}
            post={post}
            type={type}
            isReported={reported.has(reportKey({ postId: post.id, interactionType: type }))}
            place={place}
            onOutcome={setFailure}
          />
        ))}
      </fieldset>
      {failure !== null && <p className={classes.failure}>{failure}</p>}
    </div>
  )
}

interface ReportButtonProps {
  readonly post: SocialFeedPost
  readonly type: InteractionType
  readonly isReported: boolean
  readonly place: 'dashboard' | 'feed'
  /** Called with the error text, or with null once a report is in flight. */
  readonly onOutcome: (failure: string | null) => void
}

function ReportButton({ post, type, isReported, place, onOutcome }: ReportButtonProps) {
  const { label, Icon } = looks[type]
  const { isPending, press } = useReport({ post, type, isReported, place, onOutcome })
  const points = `+${post.worth[type]}`
  const name = isReported ? `Reported: ${label}` : `${label} ${points}`
  const state = isReported ? 'reported' : isPending ? 'pending' : 'open'
  return (
    <button
      type="button"
      className={classes.button}
      data-state={state}
      aria-pressed={isReported}
      aria-disabled={isReported || isPending || undefined}
      aria-busy={isPending || undefined}
      aria-label={`${name} on the post by ${post.authorName}`}
      onClick={press}
    >
      <span className={classes.label}>
        {isReported ? (
          <>
            <Check className={classes.check} size={16} strokeWidth={2.25} aria-hidden />
            <span>Reported</span>
          </>
        ) : (
          <>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <span>{label}</span>
            <span className={classes.points}>{points}</span>
          </>
        )}
      </span>
      {isPending && !isReported && <span className={classes.spinner} aria-hidden />}
    </button>
  )
}

function useReport({ post, type, isReported, place, onOutcome }: ReportButtonProps) {
  const { mutateAsync, isPending } = useReportInteraction(keepUnsentReport)
  // A second press may come before React has rendered the first; only a ref is up to date then.
  const isUnderWay = useRef(false)
  const press = async () => {
    if (isReported || isUnderWay.current) return
    isUnderWay.current = true
    onOutcome(null)
    try {
      toast(
        reportedToast(
          await mutateAsync({ postId: post.id, interactionType: type, authorName: post.authorName }),
        ),
      )
    } catch (error) {
      if (isAlreadyReported(error)) return
      const failure = reportFailure(error, place)
      onOutcome(failure.inline)
      toast(failure.toast)
    } finally {
      // The cache announces the report in a separate task. Until that is rendered, the button still looks unpressed.
      setTimeout(() => {
        isUnderWay.current = false
      })
    }
  }
  return { isPending, press: () => void press() }
}
