import { CircleAlert } from 'lucide-react'
import type { TeamPage as TeamFacts } from '#contract/teams.ts'
import type { UserId } from '#domain/ids.ts'
import { leastActive } from '#domain/teams.ts'
import { ApiError } from '#web/api/client.ts'
import type { useTeam } from '#web/api/team-board.ts'
import * as listClasses from '#web/parts/leader/leader-list.module.css'
import { PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { TeamDot } from '#web/parts/team/team-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './teams.module.css'

const skeletonRows = 6

interface TeamPageProps {
  readonly query: ReturnType<typeof useTeam>
  readonly ownId: UserId | undefined
}

/** One team: its place and figures in a window, and who earned its points. */
export function TeamPage({ query, ownId }: TeamPageProps) {
  if (query.error instanceof ApiError && query.error.status === 404) return <GoneTeam />
  return (
    <QueryState query={query} what="team" skeleton={<SkeletonRows count={skeletonRows} height={52} />}>
      {({ data }) => (
        <Card
          title={
            <span className={classes.title}>
              <TeamDot color={data.color} /> Place and points
            </span>
          }
        >
          <Facts team={data} />
          <Members team={data} ownId={ownId} />
        </Card>
      )}
    </QueryState>
  )
}

/** Shown for an address of a team that is not there. */
export function GoneTeam() {
  return <EmptyState icon={CircleAlert} title="Team not found" text="It may have been deleted." />
}

function Facts({ team }: { readonly team: TeamFacts }) {
  const { rank, average, totalPoints, activeMembers, size } = team
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Place</dt>
          <dd>{rank === null ? 'None yet' : `#${rank.toLocaleString('en-US')}`}</dd>
        </div>
        <div>
          <dt>For each active member</dt>
          <dd>{average.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Points</dt>
          <dd>{totalPoints.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Active</dt>
          <dd>{activeMembers.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd>{size.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      {rank === null && (
        <p>{`A team gets a place once ${leastActive} of its members have a report in these days.`}</p>
      )}
    </>
  )
}

function Members({ team, ownId }: { readonly team: TeamFacts; readonly ownId: UserId | undefined }) {
  if (team.members.length === 0) return <p>Nobody has earned points for this team in these days yet.</p>
  return (
    <AmongPeople people={team.members}>
      <ol className={listClasses.list} aria-label="Who earned points for the team">
        {team.members.map((member) => (
          <li key={member.id}>
            <PlaceRow
              place={{
                ...member,
                rank: 1 + team.members.filter(({ points }) => points > member.points).length,
              }}
              isOwn={member.id === ownId}
              fact={<span>{counted(member.engagements, 'engagement')}</span>}
              score={<PointsScore points={member.points} />}
            />
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}
