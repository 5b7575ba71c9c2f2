import { Users } from 'lucide-react'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { TeamId } from '#domain/ids.ts'
import { useTeamBoard } from '#web/api/team-board.ts'
import { EmptyBoard } from '#web/parts/leader/empty-board.tsx'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { teamAddress } from '#web/parts/team/team-address.ts'
import { TeamRow, TeamScoreNote } from '#web/parts/team/team-row.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'

const skeletonRows = 6

interface TeamsProps {
  readonly window: BoardWindow
  /** The team of whoever looks; null for none. */
  readonly ownId: TeamId | null
}

/** The board of teams by what each active member earned. */
export function Teams({ window, ownId }: TeamsProps) {
  return (
    <QueryState
      query={useTeamBoard(window)}
      what="teams"
      skeleton={<SkeletonRows count={skeletonRows} height={52} hasAvatar={false} />}
    >
      {({ data, isPreparing }) => {
        if (isPreparing) return <EmptyBoard isPreparing />
        if (data.length === 0) return <NoTeams />
        return (
          <>
            <TeamScoreNote />
            <ol className={listClasses.list} aria-label="Teams by rank">
              {data.map((team) => (
                <li key={team.id}>
                  <TeamRow team={team} href={teamAddress(team.id, window)} isOwn={team.id === ownId} />
                </li>
              ))}
            </ol>
          </>
        )
      }}
    </QueryState>
  )
}

function NoTeams() {
  return <EmptyState icon={Users} title="No teams yet" text="Administrators make them in the admin panel." />
}
