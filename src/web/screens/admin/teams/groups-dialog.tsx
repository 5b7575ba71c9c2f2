import { Button } from '@mantine/core'
import { RotateCw } from 'lucide-react'
import type { ListedTeam } from '#contract/teams.ts'
import { displayMessage } from '#web/api/client.ts'
import { useTeamGroups } from '#web/api/team-groups.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, SkeletonRows } from '#web/ui/query-state.tsx'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import * as classes from './groups.module.css'
import { GroupsForm } from './groups-form.tsx'

interface GroupsDialogProps extends DialogProps {
  readonly teams: readonly ListedTeam[]
  /** Changes each time it is opened. */
  readonly opening: number
}

/** Chooses the user groups of Slack that are teams. */
export function GroupsDialog({ isOpen, onClose, teams, opening }: GroupsDialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Teams from Slack">
      <Groups key={opening} teams={teams} onClose={onClose} />
    </WideDialog>
  )
}

function Groups({ teams, onClose }: Pick<GroupsDialogProps, 'teams' | 'onClose'>) {
  const { data, error, isFetching, refetch } = useTeamGroups()
  if (data) return <GroupsForm groups={data.data} teams={teams} onClose={onClose} />
  if (!error || isFetching)
    return (
      <Loading what="user groups">
        <SkeletonRows count={4} hasAvatar={false} />
      </Loading>
    )
  return (
    <div className={classes.failed} role="alert">
      <FailureNote text={displayMessage(error, 'The user groups could not be read.')} />
      <Button
        variant="default"
        leftSection={<RotateCw size={16} aria-hidden />}
        onClick={() => void refetch()}
      >
        Retry
      </Button>
    </div>
  )
}
