import { Heart, MessageCircle, Repeat2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { undoClock } from '#web/parts/post/undo-clock.ts'
import { UndoName } from '#web/parts/post/undo-name.tsx'
import { useUndo } from '#web/parts/post/use-undo.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import * as classes from './recent-interaction-row.module.css'

const looks = {
  like: { name: 'Liked', Icon: Heart },
  comment: { name: 'Commented', Icon: MessageCircle },
  share: { name: 'Shared', Icon: Repeat2 },
} as const

interface RecentInteractionRowProps {
  readonly interaction: RecentInteraction
  readonly now: Date
  /** Called when the undo button is removed while it has the focus. */
  readonly onFocusLost: () => void
}

/** One of the member's reports: type, post and points, with an undo button while undo is possible. */
export function RecentInteractionRow({ interaction, now, onFocusLost }: RecentInteractionRowProps) {
  const { authorName, platform, points, reportedAt } = interaction
  const { name, Icon } = looks[interaction.interactionType]
  const [failure, setFailure] = useState<string | null>(null)
  const [isTooLate, setIsTooLate] = useState(false)
  const { isPending, undo } = useUndo({ onOutcome: setFailure, onTooLate: () => setIsTooLate(true) })
  const clock = isTooLate ? null : undoClock(new Date(reportedAt), now)
  return (
    <div className={classes.row} title={`${authorName}, ${platformNames[platform]}`}>
      <span className={classes.icon} data-open={clock !== null || undefined} aria-hidden>
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <div className={classes.what}>
        <p className={classes.name}>
          {name}
          <span className="visually-hidden">
            {' '}
            the {platformNames[platform]} post by <bdi>{authorName}</bdi>{' '}
          </span>
        </p>
        <p className={classes.meta}>
          {points > 0 && (
            <>
              <span className={classes.points}>+{points.toLocaleString('en-US')}</span> ·{' '}
            </>
          )}
          <RelativeTime instant={reportedAt} />
        </p>
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
      <Undo2 size={14} strokeWidth={1.75} aria-hidden />
      <span aria-hidden>{clock}</span>
      <UndoName
        type={interaction.interactionType}
        authorName={interaction.authorName}
        reportedAt={new Date(interaction.reportedAt)}
      />
    </button>
  )
}
