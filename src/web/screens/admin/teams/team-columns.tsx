import { Pencil, Trash2 } from 'lucide-react'
import type { Team } from '#contract/teams.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { TeamName } from '#web/parts/team/team-name.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './teams.module.css'

interface RowControls {
  readonly onEdit: (team: Team) => void
  readonly onIntent: IntentHandlers
  readonly onDelete: (team: Team) => void
}

export function teamColumns({ onEdit, onIntent, onDelete }: RowControls): readonly Column<Team>[] {
  return [
    { name: 'Team', kind: 'row header', cell: (team) => <TeamName team={team} /> },
    { name: 'Members', isOnPhone: true, cell: ({ size }) => counted(size, 'member') },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (team) => (
        <div className={classes.controls}>
          <RowButton
            label={`Edit ${team.name}`}
            icon={Pencil}
            onClick={() => onEdit(team)}
            {...onIntent}
            aria-haspopup="dialog"
          />
          <RowButton
            label={`Delete ${team.name}`}
            icon={Trash2}
            onClick={() => onDelete(team)}
            aria-haspopup="dialog"
          />
        </div>
      ),
    },
  ]
}
