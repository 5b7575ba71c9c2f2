import { Button } from '@mantine/core'
import { FileUp, Plus, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import type { ListedTeam, Team } from '#contract/teams.ts'
import { useTeams } from '#web/api/teams.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { focusRow } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { GroupSync } from './group-sync.tsx'
import { TeamTable } from './team-table.tsx'

const dialog = lazyDialog(async () => (await import('./team-dialog.tsx')).TeamDialog)
const importDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog)
const groupsDialog = lazyDialog(async () => (await import('./groups-dialog.tsx')).GroupsDialog)
const noTeams: readonly ListedTeam[] = []

/** The teams of the workspace, and what can be done with each. */
export function TeamsSection() {
  const query = useTeams()
  const teams = query.data?.data
  const region = useRef<HTMLDivElement>(null)
  const edited = useOpened<Team>()
  const imported = useOpened<null>()
  const chosen = useOpened<null>()
  const slack = query.data?.slack
  const { coming } = useRowMoved(teams ?? noTeams, (place) => focusRow(region.current, place))
  const newTeam = <NewTeamButton onOpen={() => edited.open(null)} />
  return (
    <TabSection
      title="Teams"
      count={teams?.length}
      text="Put members into teams, which have a board of their own."
      actions={
        <>
          {slack?.isConfigured && (
            <Button
              variant="default"
              leftSection={<SlackMark size={16} />}
              onClick={() => chosen.open(null)}
              {...groupsDialog.onIntent}
              aria-haspopup="dialog"
            >
              From Slack
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<FileUp size={16} aria-hidden />}
            onClick={() => imported.open(null)}
            {...importDialog.onIntent}
            aria-haspopup="dialog"
          >
            Import CSV
          </Button>
          {/* Without teams it stands in their place. */}
          {teams?.length !== 0 && newTeam}
        </>
      }
    >
      {slack && teams?.some(({ group }) => group) && <GroupSync sync={slack} />}
      <div ref={region}>
        <QueryState
          query={query}
          what="teams"
          skeleton={<SkeletonRows count={3} height={48} hasAvatar={false} />}
        >
          {({ data }) => (
            <TeamTable
              teams={data}
              onEdit={edited.open}
              onIntent={dialog.onIntent}
              empty={
                <EmptyState
                  icon={UsersRound}
                  title="No teams"
                  text="Make one, or import a list that says who is in which team."
                  action={newTeam}
                />
              }
            />
          )}
        </QueryState>
      </div>
      <dialog.Dialog
        isOpen={edited.isOpen}
        onClose={edited.close}
        team={edited.subject}
        teams={teams?.length ?? 0}
        opening={edited.opening}
        // With the first team goes the button that the focus would return to.
        onMade={(team) => teams?.length === 0 && coming(team)}
      />
      <groupsDialog.Dialog
        isOpen={chosen.isOpen}
        onClose={chosen.close}
        opening={chosen.opening}
        teams={teams ?? noTeams}
      />
      <importDialog.Dialog isOpen={imported.isOpen} onClose={imported.close} opening={imported.opening} />
    </TabSection>
  )
}

function NewTeamButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onOpen}
      {...dialog.onIntent}
      aria-haspopup="dialog"
    >
      New team
    </Button>
  )
}
