import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { CurrentContest, TeamStanding } from '#contract/contests.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useTeamStandings } from '#web/api/team-board.ts'
import { EmptyBoard } from '#web/parts/leader/empty-board.tsx'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { teamAddress } from '#web/parts/team/team-address.ts'
import { TeamRow, TeamScoreNote } from '#web/parts/team/team-row.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'

const skeletonRows = 3
const firstRows = 10

/** The teams in a contest between teams, best first. Once it is over, the first of them is the champion. */
export function ContestTeams({ contest }: { readonly contest: CurrentContest }) {
  return (
    <Card title="Teams">
      <QueryState
        query={useTeamStandings(contest.id)}
        what="teams of the contest"
        skeleton={<SkeletonRows count={skeletonRows} height={52} hasAvatar={false} />}
      >
        {({ data, isPreparing, isFinal }) => {
          if (isPreparing) return <EmptyBoard isPreparing />
          if (data.length === 0)
            return (
              <EmptyState
                icon={Users}
                title="No teams yet"
                text="Administrators make them in the admin panel."
              />
            )
          return <Rows teams={data} isFinal={isFinal} />
        }}
      </QueryState>
    </Card>
  )
}

function Rows({ teams, isFinal }: { readonly teams: readonly TeamStanding[]; readonly isFinal: boolean }) {
  const ownId = useCurrentUser().user?.team?.id
  const [isWhole, setIsWhole] = useState(false)
  // For two more rows nobody should have to press a button.
  const isCut = !isWhole && teams.length > firstRows + 2
  const shown = isCut ? teams.filter(({ id }, nth) => nth < firstRows || id === ownId) : teams
  return (
    <>
      <TeamScoreNote />
      <ol className={listClasses.list} aria-label="Teams of the contest by rank">
        {shown.map((team, nth) => (
          <li key={team.id}>
            <TeamRow
              team={team}
              href={team.isDeleted ? null : teamAddress(team.id)}
              isOwn={team.id === ownId}
              mark={isFinal && nth === 0 && team.rank === 1 ? <ChampionMark /> : null}
            />
          </li>
        ))}
      </ol>
      {isCut && (
        <Button variant="subtle" size="xs" onClick={() => setIsWhole(true)}>
          Show all {counted(teams.length, 'team')}
        </Button>
      )}
    </>
  )
}

function ChampionMark() {
  return (
    <span className={placeClasses.tag} data-metal="gold">
      Champion team
    </span>
  )
}
