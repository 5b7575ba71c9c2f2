import type { Team } from '#contract/teams.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { EditedTeam, NewTeam } from './team-form.tsx'

interface TeamDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly team: Team | null
  /** How many teams there are. */
  readonly teams: number
  /** Changes each time it is opened. */
  readonly opening: number
  readonly onMade: (team: Team) => void
}

/** Makes a team, or changes one. */
export function TeamDialog({ isOpen, onClose, team, teams, opening, onMade }: TeamDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={team ? 'Edit team' : 'New team'}>
      {team ? (
        <EditedTeam key={opening} team={team} onClose={onClose} />
      ) : (
        <NewTeam key={opening} teams={teams} onClose={onClose} onMade={onMade} />
      )}
    </WideDialog>
  )
}
