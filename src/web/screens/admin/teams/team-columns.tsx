import { Pencil, Trash2, Unlink } from 'lucide-react'
import type { TeamGroup } from '#contract/team-groups.ts'
import type { ListedTeam, Team } from '#contract/teams.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { TeamName } from '#web/parts/team/team-name.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import * as groupClasses from './groups.module.css'
import * as classes from './teams.module.css'

interface RowControls {
  readonly onEdit: (team: Team) => void
  readonly onIntent: IntentHandlers
  readonly onDelete: (team: Team) => void
  readonly onUnlink: (team: ListedTeam) => void
  /** Whether any team follows a user group of Slack. */
  readonly hasGroups: boolean
}

export function teamColumns(controls: RowControls): readonly Column<ListedTeam>[] {
  const { onEdit, onIntent, onDelete, onUnlink, hasGroups } = controls
  return [
    { name: 'Team', kind: 'row header', cell: (team) => <TeamName team={team} /> },
    { name: 'Members', isOnPhone: true, cell: ({ size }) => counted(size, 'member') },
    ...(hasGroups ? [slackColumn] : []),
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
          {team.group && (
            <RowButton
              label={`Unlink ${team.name}`}
              icon={Unlink}
              onClick={() => onUnlink(team)}
              aria-haspopup="dialog"
            />
          )}
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

const slackColumn: Column<ListedTeam> = {
  name: 'Slack',
  isOnPhone: true,
  cell: ({ group }) => (group ? <Group group={group} /> : ''),
}

function Group({ group: { handle, lostAt } }: { readonly group: TeamGroup }) {
  return (
    <>
      <bdi>@{handle}</bdi>
      {lostAt !== null && (
        <span className={groupClasses.lost}>
          <StatusBadge tone="bad">Missing since {shortDate(lostAt)}</StatusBadge>
        </span>
      )}
    </>
  )
}
