import { type ReactNode, useRef } from 'react'
import type { Quest } from '#contract/quests.ts'
import { useDeleteQuest } from '#web/api/quests.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { progressWords } from '#web/parts/quest/quest-words.ts'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { questColumns } from './quest-columns.tsx'

interface QuestTableProps {
  readonly quests: readonly Quest[]
  /** Whether these are of another page, while the chosen one loads. */
  readonly isOld: boolean
  readonly onEdit: (quest: Quest) => void
  /** Preloads the dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Shown when there is no quest. */
  readonly empty: ReactNode
}

/** The quests, each of which can be changed or deleted. */
export function QuestTable({ quests, isOld, onEdit, onIntent, empty }: QuestTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { subject, isOpen, open, close } = useOpened<Quest>()
  const { mutateAsync: remove } = useDeleteQuest()
  const { going } = useRowMoved(quests, (place) => {
    const heading = region.current?.closest('section')?.querySelector('h2') ?? null
    if (quests.length > 0) focusRow(region.current, place)
    else heading?.focus()
  })
  return (
    <div ref={region}>
      {quests.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Quests"
          columns={questColumns({ onEdit, onIntent, onDelete: open })}
          rows={quests}
          rowName={({ title }) => title}
          isOld={isOld}
        />
      )}
      {subject && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={close}
          title="Delete quest"
          question="Do you want to delete this quest?"
          subject={`${subject.title}: ${progressWords(subject)}`}
          effects={['Reports and points stay as they are.']}
          words={{ title: 'Failed to delete the quest', fallback: 'Please try again later.' }}
          act={async () => {
            await remove(subject.id)
            toast({ kind: 'success', title: 'Quest deleted', description: subject.title })
          }}
          onDone={() => {
            close()
            going(subject)
          }}
        />
      )}
    </div>
  )
}
