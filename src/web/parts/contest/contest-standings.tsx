import { Medal } from 'lucide-react'
import { useRef } from 'react'
import type { CurrentContest } from '#contract/contests.ts'
import { leaderboardPageSize, type Standing } from '#contract/leaderboard.ts'
import type { ContestId } from '#domain/ids.ts'
import { useMyStanding, useStandings } from '#web/api/contests.ts'
import listClasses from '#web/parts/leader/leader-list.module.css'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { StandingRow } from '#web/parts/leader/standing-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestMoment } from './contest-moment.ts'
import classes from './contest-standings.module.css'
import { PodiumPlace } from './podium-place.tsx'

interface ContestStandingsProps {
  readonly contest: CurrentContest
  readonly ownId: string | undefined
}

const podiumPlaces = 3
const skeletonRows = 5

/** All members in a contest, best first, with the top three on a podium. */
export function ContestStandings({ contest, ownId }: ContestStandingsProps) {
  const query = useStandings(contest.id)
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} className={classes.card} aria-labelledby="team-standings" tabIndex={-1}>
      <h2 id="team-standings" className={classes.title}>
        Team Standings
      </h2>
      <QueryState query={query} what="team standings" skeleton={<SkeletonRows count={skeletonRows} />}>
        {(standings) =>
          standings.length === 0 ? (
            <NobodyYet contest={contest} />
          ) : (
            <AmongPeople people={standings}>
              <Ranking standings={standings} ownId={ownId} />
              <OwnPlace
                contestId={contest.id}
                isWanted={query.hasNextPage && !standings.some(({ id }) => id === ownId)}
              />
              {(query.hasNextPage || standings.length > leaderboardPageSize) && (
                <LoadMore what="members" query={query} region={section} />
              )}
            </AmongPeople>
          )
        }
      </QueryState>
    </section>
  )
}

interface RankingProps {
  readonly standings: readonly Standing[]
  readonly ownId: string | undefined
}

function Ranking({ standings, ownId }: RankingProps) {
  const list = useRef<HTMLOListElement>(null)
  useReorderMotion(
    list,
    standings.map(({ id }) => id),
  )
  // With only one or two, a podium for three would look incomplete.
  const onPodium = standings.length >= podiumPlaces ? podiumPlaces : 0
  return (
    <div className={classes.box}>
      <ol ref={list} className={classes.list} aria-label="Team standings">
        {standings.map((standing, index) => (
          <li
            key={standing.id}
            data-motion-key={standing.id}
            className={classes.place}
            data-step={index < onPodium ? index + 1 : undefined}
          >
            {index < onPodium ? (
              <PodiumPlace standing={standing} isOwn={standing.id === ownId} />
            ) : (
              <StandingRow standing={standing} isOwn={standing.id === ownId} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

interface OwnPlaceProps {
  readonly contestId: ContestId
  /** Whether the list has more rows than are shown, and the member is not among the shown ones. */
  readonly isWanted: boolean
}

/** The member's own row, pinned below a list that does not show it. */
function OwnPlace({ contestId, isWanted }: OwnPlaceProps) {
  const own = useMyStanding(contestId, isWanted).data?.data
  if (!isWanted || !own) return null
  return (
    <div className={listClasses.pinned}>
      <span className="visually-hidden">Your place: </span>
      <StandingRow standing={own} isOwn />
    </div>
  )
}

function NobodyYet({ contest }: { readonly contest: CurrentContest }) {
  const { phase } = contestMoment(contest, useMinute())
  const text = {
    'to-come': `Reports count from ${shortDate(contest.startDate)}.`,
    running: 'The first report opens the standings.',
    over: 'Nobody reported an interaction in this contest.',
  }[phase]
  const title = phase === 'to-come' ? 'The contest has not started' : 'Nobody has points yet'
  return <EmptyState icon={Medal} title={phase === 'over' ? 'Nobody has points' : title} text={text} />
}
