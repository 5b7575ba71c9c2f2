import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Medal } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CurrentContest } from '#contract/contests.ts'
import { leaderboardPageSize, type Standing } from '#contract/leaderboard.ts'
import { useStandings, useStandingsCount } from '#web/api/contests.ts'
import { useMovement } from '#web/api/leaderboard.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import { shortDate, updatedText } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestMoment } from './contest-moment.ts'
import * as classes from './contest-standings.module.css'
import { ContestTeams } from './contest-teams.tsx'
import { Podium } from './podium.tsx'
import { RaceCard } from './race-card.tsx'
import { StandingsList } from './standings-list.tsx'
import { useOwnPlace } from './use-own-place.ts'

interface ContestStandingsProps {
  readonly contest: CurrentContest
  readonly ownId: string | undefined
}

const podiumPlaces = 3

/** All members in a contest, best first: the first three on a podium beside the race, the others below. */
export function ContestStandings({ contest, ownId }: ContestStandingsProps) {
  const query = useStandings(contest.id)
  const standings = query.data ?? []
  const hasPodium = standings.length >= podiumPlaces
  return (
    <AmongPeople people={standings}>
      <div className={classes.top}>
        <Card title="Team Standings" aside={query.data && <Updated at={query.dataUpdatedAt} />}>
          <QueryState
            query={query}
            what="team standings"
            skeleton={<Skeleton height={300} className={classes.skeleton} />}
          >
            {([leader]) => {
              if (!leader) return <NobodyYet contest={contest} />
              // With only one or two, a podium for three would look incomplete.
              if (hasPodium) return <Podium standings={standings.slice(0, podiumPlaces)} ownId={ownId} />
              const list = { label: 'Team standings', leaderPoints: leader.monthlyPoints, further: null }
              return <StandingsList {...list} standings={standings} ownId={ownId} />
            }}
          </QueryState>
        </Card>
        {(standings.length > 0 || (query.isPending && contest.totalParticipants > 0)) && (
          <RaceCard contest={contest} ownId={ownId} />
        )}
      </div>
      {contest.isBetweenTeams && <ContestTeams contest={contest} />}
      {standings.length > podiumPlaces && (
        <FurtherPlaces contest={contest} ownId={ownId} standings={standings} query={query} />
      )}
    </AmongPeople>
  )
}

function Updated({ at }: { readonly at: number }) {
  return <>{updatedText(new Date(at), useMinute())}</>
}

interface FurtherPlacesProps extends ContestStandingsProps {
  /** Those that have been read, best first. */
  readonly standings: readonly Standing[]
  readonly query: ReturnType<typeof useStandings>
}

/** The places behind the podium: a first part of them, and all when they are asked for. */
function FurtherPlaces({ contest, ownId, standings, query }: FurtherPlacesProps) {
  const section = useRef<HTMLElement>(null)
  const count = useStandingsCount(contest.id)
  const own = useOwnPlace(contest.id)?.own
  const marks = useMovement({ contestId: contest.id, offset: 0 }).data
  const [isWhole, setIsWhole] = useState(false)
  const isWide = useMediaQuery('(min-width: 48em)')
  const first = isWide ? 15 : 8
  // For two more rows nobody should have to press a button.
  const isCut = !isWhole && standings.length > first + 2
  const shown = isCut ? standings.slice(0, first) : standings
  const showAll = () => {
    setIsWhole(true)
    section.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={section}
      className={classes.further}
      aria-label={`Places ${podiumPlaces + 1} to ${count.toLocaleString('en-US')}`}
      tabIndex={-1}
    >
      <StandingsList
        label={`Places from ${podiumPlaces + 1} on`}
        standings={shown.slice(podiumPlaces)}
        leaderPoints={standings[0]?.monthlyPoints ?? 0}
        marks={marks}
        ownId={ownId}
        further={own && !shown.some(({ id }) => id === own.id) ? own : null}
      />
      {isCut && (
        <div className={classes.foot}>
          <Button variant="subtle" size="xs" onClick={showAll}>
            {query.hasNextPage
              ? `Show ${standings.length} of ${count.toLocaleString('en-US')}`
              : `Show all ${count}`}
          </Button>
        </div>
      )}
      {!isCut && (query.hasNextPage || standings.length > leaderboardPageSize) && (
        <LoadMore what="members" query={query} region={section} />
      )}
    </section>
  )
}

function NobodyYet({ contest }: { readonly contest: CurrentContest }) {
  const { phase } = contestMoment(contest, useMinute())
  const text = {
    upcoming: `Reports count from ${shortDate(contest.startDate)}.`,
    running: 'The first report opens the standings.',
    ended: 'Nobody reported an interaction in this contest.',
  }[phase]
  const title = phase === 'upcoming' ? 'The contest has not started' : 'Nobody has points yet'
  return <EmptyState icon={Medal} title={phase === 'ended' ? 'Nobody has points' : title} text={text} />
}
