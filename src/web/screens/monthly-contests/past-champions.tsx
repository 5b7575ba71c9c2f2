import { Skeleton } from '@mantine/core'
import { Trophy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentContest, MonthlyWinner } from '#contract/contests.ts'
import { paths } from '#contract/paths.ts'
import { useCurrentContest, usePreviousWinners } from '#web/api/contests.ts'
import { rememberChampion } from '#web/parts/contest/champion-news.ts'
import { contestMoment } from '#web/parts/contest/contest-moment.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { monthName } from '#web/ui/time-words.ts'
import { RunningTile } from './running-tile.tsx'
import * as classes from './wall.module.css'
import { WinnerTile } from './winner-tile.tsx'
import { YearLine, YearWords } from './year-line.tsx'

/** The champions of past months, year by year. */
export function PastChampions({ ownId }: { readonly ownId: string | undefined }) {
  const winners = usePreviousWinners()
  const contest = useCurrentContest()
  // The tile of the running month stands first, and the others would move if it came later.
  const query = contest.isPending ? { ...winners, data: undefined } : winners
  const newest = winners.data?.[0]
  useEffect(() => {
    if (ownId && newest) rememberChampion(ownId, newest)
  }, [ownId, newest])
  return (
    <section aria-labelledby="past-champions">
      <h2 id="past-champions" className="visually-hidden">
        Past Champions
      </h2>
      <QueryState query={query} what="past champions" skeleton={<WallSkeleton />}>
        {(winners) =>
          winners.length > 0 ? (
            <Years winners={winners} ownId={ownId} />
          ) : (
            <div className={classes.empty}>
              <EmptyState
                icon={Trophy}
                title="No Past Champions"
                text="When a contest ends, its champion shows up here."
              />
            </div>
          )
        }
      </QueryState>
    </section>
  )
}

interface YearsProps {
  /** Newest first. */
  readonly winners: readonly MonthlyWinner[]
  readonly ownId: string | undefined
}

function Years({ winners, ownId }: YearsProps) {
  const current = useCurrentContest().data?.data
  const running = current && contestMoment(current, new Date()).phase !== 'upcoming' ? current : null
  const years = [...new Set([...(running ? [running.year] : []), ...winners.map(({ year }) => year)])]
  years.sort((a, b) => b - a)
  const [newest = 0] = years
  const [chosen, setChosen] = useState<number | null>(null)
  const year = chosen !== null && years.includes(chosen) ? chosen : newest
  const ofYear = winners.filter((winner) => winner.year === year)
  const runningNow = running?.year === year ? running : null
  return (
    <AmongPeople people={ofYear.map(({ user }) => user)}>
      <div className={classes.year}>
        <div className={classes.yearHead}>
          <div>
            <h3 className={classes.yearTitle}>{year}</h3>
            <YearWords winners={ofYear} />
          </div>
          {years.length > 1 && (
            <Segments
              label="Year"
              value={String(year)}
              options={years.map((each) => ({ value: String(each), label: String(each) }))}
              onChange={(value) => setChosen(Number(value))}
            />
          )}
        </div>
        <YearLine year={year} winners={ofYear} runningMonth={runningNow?.month ?? null} />
      </div>
      <Wall winners={ofYear} running={runningNow} ownId={ownId} />
    </AmongPeople>
  )
}

interface WallProps extends YearsProps {
  readonly running: CurrentContest | null
}

function Wall({ winners, running, ownId }: WallProps) {
  return (
    <div className={classes.wall}>
      {running && <RunningTile contest={running} />}
      <ol className={classes.champions} aria-label="Past champions">
        {winners.map((winner) => (
          <li key={winner.id} className={classes.tile}>
            <ChampionTile
              winner={winner}
              isOwn={winner.user.id === ownId}
              isOneOfSeveral={winners.filter(({ month }) => month === winner.month).length > 1}
            />
          </li>
        ))}
      </ol>
      {running && running.month < 12 && (
        <div className={classes.next}>
          <p>{monthName(running.month + 1)}</p>
          <p>
            <b>Could be you</b>
          </p>
        </div>
      )}
    </div>
  )
}

interface ChampionTileProps {
  readonly winner: MonthlyWinner
  readonly isOwn: boolean
  /** Whether the month has other contests, from which only the title tells this one. */
  readonly isOneOfSeveral: boolean
}

function ChampionTile({ winner, isOwn, isOneOfSeveral }: ChampionTileProps) {
  const { user, contest, month, year, totalPoints, championTeam } = winner
  const title = isOneOfSeveral ? contest?.title : undefined
  const link = contest && {
    href: `${paths.monthlyContest}?contest=${contest.id}`,
    label: `${monthName(month)} ${year}${title ? `, ${title}` : ''}: final standings`,
  }
  return (
    <WinnerTile
      title={
        <>
          {monthName(month)}
          <span className="visually-hidden"> {year}</span>
        </>
      }
      user={user}
      isOwn={isOwn}
      totalPoints={totalPoints}
      link={link ?? undefined}
    >
      {title && (
        <p className={classes.contest} dir="auto">
          {title}
        </p>
      )}
      <p className={classes.prize} dir="auto">
        {contest?.prize}
      </p>
      {championTeam && (
        <p className={classes.team}>
          Team: <TeamName team={championTeam} />
        </p>
      )}
    </WinnerTile>
  )
}

/** As tall as the line of a year and two rows of the wall. */
function WallSkeleton() {
  return (
    <>
      <Skeleton height={170} radius={14} mb={16} />
      <div className={classes.wall}>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <Skeleton key={key} height={220} radius={14} />
        ))}
      </div>
    </>
  )
}
