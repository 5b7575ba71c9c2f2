import { Button } from '@mantine/core'
import type { ListedTeam } from '#contract/teams.ts'
import type { ListedUser } from '#contract/users.ts'
import type { TeamId } from '#domain/ids.ts'
import { useChangeTeamOf, useTeams } from '#web/api/teams.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { WordSelect } from '#web/ui/word-select.tsx'

interface ChangeDialogProps extends DialogProps {
  /** Null until it is first opened. */
  readonly user: ListedUser | null
  readonly opening: number
}

/** Moves a member into another team, or out of theirs. */
export function ChangeDialog({ isOpen, onClose, user, opening }: ChangeDialogProps) {
  const query = useTeams()
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Change team">
      <QueryState
        query={query}
        what="teams"
        skeleton={<SkeletonRows count={1} height={56} hasAvatar={false} />}
      >
        {({ data }) => user && <Change key={opening} user={user} teams={data} onClose={onClose} />}
      </QueryState>
    </WideDialog>
  )
}

interface ChangeFormProps {
  readonly user: ListedUser
  readonly teams: readonly ListedTeam[]
  readonly onClose: () => void
}

/** The members of teams that follow Slack are not changed here. */
function Change({ user, teams, onClose }: ChangeFormProps) {
  const followed = teams.find(({ id }) => id === user.team?.id)?.group
  if (!followed)
    return <ChangeForm user={user} teams={teams.filter(({ group }) => !group)} onClose={onClose} />
  return (
    <div className={formClasses.form}>
      <p className={formClasses.lead}>
        <bdi>{user.displayName}</bdi> is in <bdi>{user.team?.name}</bdi>, whose members follow the user group{' '}
        <bdi>@{followed.handle}</bdi> in Slack. Change them there, or unlink the team.
      </p>
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </div>
  )
}

interface Fields {
  /** Empty for none. */
  readonly teamId: TeamId | ''
}

function ChangeForm({ user, teams, onClose }: ChangeFormProps) {
  const { id, displayName, team: current } = user
  const { mutateAsync } = useChangeTeamOf()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/teams.schema.ts')).changeTeamOf.body,
    opened: { teamId: current?.id ?? '' },
    fieldsOf: (fields: Fields): Fields => fields,
    inputOf: ({ teamId }) => ({ teamId: teamId === '' ? null : teamId }),
    save: ({ teamId }) => mutateAsync({ id, teamId }),
    words: { title: 'Failed to change the team', fallback: 'Please try again later.' },
    onSaved: ({ data: { team } }) => {
      onClose()
      const description = `${displayName} is in ${team?.name ?? 'no team'} now.`
      return { kind: 'success', title: 'Team changed', description }
    },
  })
  return (
    <SavedForm saved={saved} submit="Change Team" pending="Saving…" onCancel={onClose}>
      <p className={formClasses.lead}>
        <bdi>{displayName}</bdi> is in <bdi>{current?.name ?? 'no team'}</bdi>. Points count for the team that
        a member was in when they earned them.
      </p>
      <WordSelect
        label="Team"
        words={teams.map((team) => team.id)}
        names={Object.fromEntries(teams.map((team) => [team.id, team.name]))}
        none="No team"
        description={teams.length === 0 ? 'There are no teams yet. Make one below the users.' : undefined}
        data-autofocus
        {...saved.form.getInputProps('teamId')}
      />
    </SavedForm>
  )
}
