import { Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { ApiError } from '#web/api/client.ts'
import { useUndoInteraction } from '#web/api/interactions.ts'
import { undoFailure, undoneToast } from '#web/parts/post/post-report-words.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './recent-interaction-row.module.css'
import { undoableUntil, undoClock } from './undo-clock.ts'

const looks = {
  like: { name: 'Like', Icon: Heart },
  comment: { name: 'Comment', Icon: MessageCircle },
  share: { name: 'Share', Icon: Repeat2 },
} as const

interface RecentInteractionRowProps {
  readonly interaction: RecentInteraction
  readonly now: Date
  /** Called when the undo button is removed while it has the focus. */
  readonly onFocusLost: () => void
}

/** One of the member's reports: type, post and points, with an undo button while undo is possible. */
export function RecentInteractionRow({ interaction, now, onFocusLost }: RecentInteractionRowProps) {
  const { name, Icon } = looks[interaction.interactionType]
  const { failure, isTooLate, isPending, undo } = useUndo(interaction)
  const clock = isTooLate ? null : undoClock(new Date(interaction.reportedAt), now)
  return (
    <div className={classes.row}>
      <Icon className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
      <div className={classes.what}>
        <p>
          {name} <span className={classes.points}>+{interaction.points}</span>
        </p>
        <DottedLine>
          <bdi>{interaction.authorName}</bdi> <span>{platformNames[interaction.platform]}</span>{' '}
          <RelativeTime instant={interaction.reportedAt} />
        </DottedLine>
      </div>
      {clock === null ? (
        <p className={classes.expired}>
          Expired
          <span>Too late to undo</span>
        </p>
      ) : (
        <UndoButton
          interaction={interaction}
          clock={clock}
          isPending={isPending}
          onPress={undo}
          onFocusLost={onFocusLost}
        />
      )}
      {failure !== null && <p className={classes.failure}>{failure}</p>}
    </div>
  )
}

interface UndoButtonProps {
  readonly interaction: RecentInteraction
  readonly clock: string
  readonly isPending: boolean
  readonly onPress: () => void
  readonly onFocusLost: () => void
}

function UndoButton({ interaction, clock, isPending, onPress, onFocusLost }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const focusLost = useRef(onFocusLost)
  focusLost.current = onFocusLost
  useLayoutEffect(() => {
    const element = button.current
    // This runs just before the button leaves the page, the last moment at which its focus can be detected.
    return () => {
      if (document.activeElement === element) focusLost.current()
    }
  }, [])
  const until = undoableUntil(new Date(interaction.reportedAt))
  return (
    <button
      ref={button}
      type="button"
      className={classes.undo}
      onClick={onPress}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
    >
      <span aria-hidden>Undo · {clock}</span>
      <span className="visually-hidden">
        Undo {interaction.interactionType} on {interaction.authorName}&apos;s post, available until {until}
      </span>
    </button>
  )
}

function useUndo(interaction: RecentInteraction) {
  const { mutateAsync, isPending } = useUndoInteraction()
  const [failure, setFailure] = useState<string | null>(null)
  const [isTooLate, setIsTooLate] = useState(false)
  // A second press may come before React has rendered the first; only a ref is up to date then.
  const isUnderWay = useRef(false)
  const undo = async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    try {
      toast(undoneToast(await mutateAsync(interaction)))
    } catch (error) {
      // The server's clock decides, even if this browser's clock still shows time left.
      const isOver = error instanceof ApiError && error.status === 410
      const { inline, toast: failed } = undoFailure(error, isOver)
      setIsTooLate(isOver)
      setFailure(inline)
      toast(failed)
    } finally {
      // The cache announces the undo in a separate task. Until that is rendered, the button is still there.
      setTimeout(() => {
        isUnderWay.current = false
      })
    }
  }
  return { failure, isTooLate, isPending, undo: () => void undo() }
}
