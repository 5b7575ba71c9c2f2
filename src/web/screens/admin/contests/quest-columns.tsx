import { Pencil, Trash2 } from 'lucide-react'
import type { Quest } from '#contract/quests.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { progressShare, progressWords, stateNames } from '#web/parts/quest/quest-words.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { Track } from '#web/ui/track.tsx'
import * as classes from './quest-columns.module.css'

interface RowControls {
  readonly onEdit: (quest: Quest) => void
  /** Preloads the dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  readonly onDelete: (quest: Quest) => void
}

const tones = { ahead: 'waiting', running: 'accent', done: 'good', over: 'off' } as const

export function questColumns({ onEdit, onIntent, onDelete }: RowControls): readonly Column<Quest>[] {
  return [
    { name: 'Quest', kind: 'row header', cell: ({ title }) => <bdi>{title}</bdi> },
    {
      name: 'Duration',
      cell: ({ startDate, endDate }) => `${shortDate(startDate)} – ${shortDate(endDate)}`,
    },
    {
      name: 'Progress',
      isOnPhone: true,
      cell: (quest) => (
        <div className={classes.progress}>
          {progressWords(quest)}
          <Track share={progressShare(quest)} size="thin" />
        </div>
      ),
    },
    {
      name: 'Status',
      isOnPhone: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateNames[state]}</StatusBadge>,
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (quest) => (
        <div className={classes.controls}>
          <RowButton
            label={`Edit ${quest.title}`}
            icon={Pencil}
            onClick={() => onEdit(quest)}
            {...onIntent}
            aria-haspopup="dialog"
          />
          <RowButton
            label={`Delete ${quest.title}`}
            icon={Trash2}
            onClick={() => onDelete(quest)}
            aria-haspopup="dialog"
          />
        </div>
      ),
    },
  ]
}
