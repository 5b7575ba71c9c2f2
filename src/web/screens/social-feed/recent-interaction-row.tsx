import { Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { undoClock } from '#web/parts/post/undo-clock.ts'
import { UndoName } from '#web/parts/post/undo-name.tsx'
import { useUndo } from '#web/parts/post/use-undo.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import classes from './recent-interaction-row.module.css'

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
  const [failure, setFailure] = useState<string | null>(null)
  const [isTooLate, setIsTooLate] = useState(false)
  const { isPending, undo } = useUndo({ onOutcome: setFailure, onTooLate: () => setIsTooLate(true) })
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
          onPress={() => undo(interaction)}
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
  useFocusLost(button, onFocusLost)
  return (
    <button
      ref={button}
      type="button"
      className={classes.undo}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      {...singlePress(onPress)}
    >
      <span aria-hidden>Undo · {clock}</span>
      <UndoName
        type={interaction.interactionType}
        authorName={interaction.authorName}
        reportedAt={new Date(interaction.reportedAt)}
      />
    </button>
  )
}
