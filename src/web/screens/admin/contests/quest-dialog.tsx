import type { Quest } from '#contract/quests.ts'
import { useWorkspaceDay } from '#web/parts/contest-form/use-workspace-day.ts'
import { Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { newQuestOf } from './quest-fields.ts'
import { EditedQuest, NewQuest } from './quest-form.tsx'

interface QuestDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly quest: Quest | null
  /** Changes each time it is opened. */
  readonly opening: number
  readonly onMade: (quest: Quest) => void
}

/** Sets a goal, or changes one. */
export function QuestDialog({ isOpen, onClose, quest, opening, onMade }: QuestDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={quest ? 'Edit quest' : 'New quest'}>
      {quest ? (
        <EditedQuest key={opening} quest={quest} onClose={onClose} />
      ) : (
        <QuestOfThisWeek key={opening} onClose={onClose} onMade={onMade} />
      )}
    </WideDialog>
  )
}

function QuestOfThisWeek(props: Pick<QuestDialogProps, 'onClose' | 'onMade'>) {
  const { day, isError } = useWorkspaceDay()
  if (day === null && !isError) {
    return (
      <Loading what="this week">
        <SkeletonRows count={4} height={40} hasAvatar={false} />
      </Loading>
    )
  }
  return <NewQuest opened={newQuestOf(day)} {...props} />
}
