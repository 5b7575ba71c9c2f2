import { Check, Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { type CapUse, isUnderCap, showsCap } from '#domain/honesty.ts'
import type { InteractionId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { type OwnReport, useReportLimits } from '#web/api/interactions.ts'
import { singlePress } from '#web/ui/single-press.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import { stopAsking } from './came-back.ts'
import * as classes from './report-row.module.css'
import { undoClock, undoTimeShare } from './undo-clock.ts'
import { UndoName } from './undo-name.tsx'
import { useNow } from './use-now.ts'
import { useReport } from './use-report.ts'
import { useUndo } from './use-undo.ts'

export interface Failed {
  readonly text: string
  /** Tries again; null where that would not help. */
  readonly retry: (() => void) | null
}

interface ReportSlotProps {
  readonly post: SocialFeedPost
  readonly type: InteractionType
  /** Undefined while it is to do. */
  readonly own: OwnReport | undefined
  readonly place: 'dashboard' | 'feed'
  readonly onOutcome: (failed: Failed | null) => void
}

const looks = {
  like: { todo: 'I liked', done: 'Liked', Icon: Heart },
  comment: { todo: 'I commented', done: 'Commented', Icon: MessageCircle },
  share: { todo: 'I shared', done: 'Shared', Icon: Repeat2 },
} as const

/** One thing that can be done with a post: to report, or reported, with its undo for as long as that is possible. */
export function ReportSlot({ post, type, own, place, onOutcome }: ReportSlotProps) {
  const slot = useRef<HTMLSpanElement>(null)
  const [tooLate, setTooLate] = useState<InteractionId | null>(null)
  const limits = useReportLimits({ postId: post.id, interactionType: type })
  const isTakenBack = limits?.isTakenBack === true
  const takeFocus = () => slot.current?.focus({ preventScroll: true })
  const report = useReport({
    post,
    type,
    place,
    from: slot,
    onOutcome: (text) => onOutcome(text === null ? null : { text, retry: press }),
  })
  const undoing = useUndo({
    onOutcome: (text) => onOutcome(text === null ? null : { text, retry: null }),
    onTooLate: () => setTooLate(own?.id ?? null),
  })
  function press() {
    stopAsking(post.id)
    report.press()
  }
  const reportedAt = own?.reportedAt ? new Date(own.reportedAt) : null
  const isUndoOpen = reportedAt !== null && tooLate !== own?.id && undoClock(reportedAt, new Date()) !== null
  const now = useNow(isUndoOpen)
  const clock = isUndoOpen ? undoClock(reportedAt, now) : null
  const { done } = looks[type]
  return (
    <span ref={slot} className={classes.slot} tabIndex={-1}>
      {isTakenBack && (
        <span className={classes.reported} data-taken>
          Taken back<span className="visually-hidden">: {type}</span>
        </span>
      )}
      {!isTakenBack && own === undefined && (
        <ReportButton
          post={post}
          type={type}
          cap={limits?.cap}
          isPending={report.isPending}
          onPress={press}
          onFocusLost={takeFocus}
        />
      )}
      {!isTakenBack && own !== undefined && (
        <span className={classes.reported} data-undo={clock !== null || undefined}>
          <span className={classes.done}>
            <Check className={classes.check} size={16} strokeWidth={2.4} aria-hidden />
            {done}
          </span>
          {clock !== null && own.id !== null && reportedAt !== null && (
            <UndoPart
              clock={clock}
              share={undoTimeShare(reportedAt, now)}
              name={<UndoName type={type} authorName={post.authorName} reportedAt={reportedAt} />}
              isPending={undoing.isPending}
              onPress={() => own.id && undoing.undo({ id: own.id, postId: post.id, interactionType: type })}
              onFocusLost={takeFocus}
            />
          )}
        </span>
      )}
    </span>
  )
}

interface ReportButtonProps {
  readonly post: SocialFeedPost
  readonly type: InteractionType
  /** Undefined until it is known. */
  readonly cap: CapUse | undefined
  readonly isPending: boolean
  readonly onPress: () => void
  /** Called when it is replaced while it has the focus. */
  readonly onFocusLost: () => void
}

function ReportButton({ post, type, cap, isPending, onPress, onFocusLost }: ReportButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, onFocusLost)
  const { todo, Icon } = looks[type]
  const isEarning = post.worth[type] > 0 && (!cap || isUnderCap(cap))
  const points = isEarning ? `+${post.worth[type].toLocaleString('en-US')}` : null
  const count = cap && showsCap(cap) ? capWords(cap) : null
  return (
    <button
      ref={button}
      type="button"
      className={classes.report}
      data-counted={count !== null || undefined}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      aria-label={`${[todo, points, count].filter(Boolean).join(' ')} on the post by ${post.authorName}`}
      {...singlePress(onPress)}
    >
      {isPending ? (
        <span className={classes.spinner} aria-hidden />
      ) : (
        <Icon className={classes.icon} size={16} strokeWidth={1.75} aria-hidden />
      )}
      <span>{todo}</span>
      {points && <span className={classes.points}>{points}</span>}
      {count && <span className={classes.count}> {count}</span>}
    </button>
  )
}

/** How many reports of a type have earned today, of those that may. */
function capWords({ earned, cap }: CapUse): string {
  const most = cap ?? earned
  return `${Math.min(earned, most).toLocaleString('en-US')} of ${most.toLocaleString('en-US')} today`
}

interface UndoPartProps {
  readonly clock: string
  /** How much of the time is left, from 1 to 0. */
  readonly share: number
  readonly name: React.ReactNode
  readonly isPending: boolean
  readonly onPress: () => void
  /** Called when it is removed while it has the focus. */
  readonly onFocusLost: () => void
}

function UndoPart({ clock, share, name, isPending, onPress, onFocusLost }: UndoPartProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, onFocusLost)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.undo}
        aria-disabled={isPending || undefined}
        aria-busy={isPending || undefined}
        {...singlePress(onPress)}
      >
        <span aria-hidden>Undo {clock}</span>
        {name}
      </button>
      <span className={classes.timeLeft} style={{ '--left': share } as CSSProperties} aria-hidden />
    </>
  )
}
