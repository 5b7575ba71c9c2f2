import { type ReactNode, useRef } from 'react'
import type { ListedTeam, Team } from '#contract/teams.ts'
import { useUnlinkTeam } from '#web/api/team-groups.ts'
import { useDeleteTeam } from '#web/api/teams.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { teamColumns } from './team-columns.tsx'

interface TeamTableProps {
  readonly teams: readonly ListedTeam[]
  readonly onEdit: (team: Team) => void
  /** Preloads the dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Shown when there is no team. */
  readonly empty: ReactNode
}

/** The teams, each of which can be changed or deleted. */
export function TeamTable({ teams, onEdit, onIntent, empty }: TeamTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { subject, isOpen, open, close } = useOpened<Team>()
  const unlinked = useOpened<ListedTeam>()
  const { mutateAsync: remove } = useDeleteTeam()
  const { going, coming } = useRowMoved(teams, (place) => {
    const heading = region.current?.closest('section')?.querySelector('h2') ?? null
    if (teams.length > 0) focusRow(region.current, place)
    else heading?.focus()
  })
  return (
    <div ref={region}>
      {teams.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Teams"
          columns={teamColumns({
            onEdit,
            onIntent,
            onDelete: open,
            onUnlink: unlinked.open,
            hasGroups: teams.some(({ group }) => group),
          })}
          rows={teams}
          rowName={({ name }) => name}
        />
      )}
      {unlinked.subject && (
        <UnlinkQuestion
          team={unlinked.subject}
          isOpen={unlinked.isOpen}
          onClose={unlinked.close}
          // With the link goes the button that the focus would return to.
          onUnlinked={coming}
        />
      )}
      {subject && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={close}
          title="Delete team"
          question="Do you want to delete this team?"
          subject={`${subject.name}: ${counted(subject.size, 'member')}`}
          effects={['Its members are in no team then. Their points stay theirs.']}
          words={{ title: 'Failed to delete the team', fallback: 'Please try again later.' }}
          act={async () => {
            const { data } = await remove(subject.id)
            const description = `${subject.name}: ${counted(data.formerMembers, 'former member')}`
            toast({ kind: 'success', title: 'Team deleted', description })
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

interface UnlinkQuestionProps extends DialogProps {
  readonly team: ListedTeam
  readonly onUnlinked: (team: Team) => void
}

function UnlinkQuestion({ team, isOpen, onClose, onUnlinked }: UnlinkQuestionProps) {
  const { mutateAsync: unlink } = useUnlinkTeam()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Unlink team"
      question="Do you want to unlink this team from Slack?"
      subject={`${team.name}: @${team.group?.handle}`}
      effects={['It keeps its members, who can be changed by hand then.']}
      confirm="Unlink"
      pending="Unlinking…"
      isHarmless
      words={{ title: 'Failed to unlink the team', fallback: 'Please try again later.' }}
      act={async () => {
        await unlink(team.id)
        toast({ kind: 'success', title: 'Team unlinked', description: team.name })
      }}
      onDone={() => {
        onClose()
        onUnlinked(team)
      }}
    />
  )
}
