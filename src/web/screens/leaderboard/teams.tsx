import { Users } from 'lucide-react'
import type { TeamEntry } from '#contract/teams.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { TeamId } from '#domain/ids.ts'
import { useTeamBoard } from '#web/api/team-board.ts'
import { EmptyBoard } from '#web/parts/leader/empty-board.tsx'
import listClasses from '#web/parts/leader/leader-list.module.css'
import { PointsScore, Rank } from '#web/parts/leader/leader-row.tsx'
import placeClasses from '#web/parts/leader/place.module.css'
import { teamAddress } from '#web/parts/team/team-address.ts'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './teams.module.css'

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
            <p className={classes.note}>
              Points for each active member. A team with fewer than two active members has no place yet.
            </p>
            <ol className={listClasses.list} aria-label="Teams by rank">
              {data.map((team) => (
                <li key={team.id}>
                  <TeamRow team={team} window={window} isOwn={team.id === ownId} />
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

interface TeamRowProps {
  readonly team: TeamEntry
  readonly window: BoardWindow
  readonly isOwn: boolean
}

function TeamRow({ team, window, isOwn }: TeamRowProps) {
  const { rank, average, totalPoints, activeMembers, size } = team
  return (
    <div className={classes.row} data-own={isOwn || undefined}>
      <Rank rank={rank} />
      <div>
        <div className={classes.nameLine}>
          <ScreenLink href={teamAddress(team.id, window)} className={classes.link}>
            <TeamName team={team} />
          </ScreenLink>
          {isOwn && <span className={placeClasses.you}>Yours</span>}
        </div>
        <p className={placeClasses.details}>
          <span>{counted(totalPoints, 'point')} ·</span>{' '}
          <span>{activeMembers.toLocaleString('en-US')} active ·</span> <span>{counted(size, 'member')}</span>
        </p>
      </div>
      <div className={placeClasses.points}>
        <PointsScore points={average} />
        <span className="visually-hidden"> for each active member</span>
      </div>
    </div>
  )
}
