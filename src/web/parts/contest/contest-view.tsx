import { Gift } from 'lucide-react'
import type { CurrentContest } from '#contract/contests.ts'
import { useStandings } from '#web/api/contests.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { StatTile, UnknownTile } from '#web/ui/stat-tile.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { ContestStandings } from './contest-standings.tsx'
import { ContestProgress, DaysLeft } from './contest-time.tsx'
import classes from './contest-view.module.css'

interface ContestViewProps {
  readonly contest: CurrentContest
  readonly ownId: string | undefined
}

/** A contest in full: description, progress, figures and standings. */
export function ContestView({ contest, ownId }: ContestViewProps) {
  return (
    <div className={classes.grid}>
      <About contest={contest} />
      <div className={classes.main}>
        <Figures contest={contest} />
        <ContestStandings contest={contest} ownId={ownId} />
      </div>
    </div>
  )
}

function About({ contest }: { readonly contest: CurrentContest }) {
  return (
    <section className={classes.about} aria-labelledby="contest-title">
      <div>
        <DaysLeft contest={contest} />
      </div>
      <h2 id="contest-title" className={classes.title} dir="auto">
        {contest.title}
      </h2>
      {contest.description && (
        <p className={classes.description} dir="auto">
          {contest.description}
        </p>
      )}
      <ContestProgress contest={contest} />
      <dl className={classes.dates}>
        <ContestDay name="Start" day={contest.startDate} />
        <ContestDay name="End" day={contest.endDate} />
      </dl>
      {contest.prize && (
        <p className={classes.prize}>
          <Gift size={18} aria-hidden />
          <span>
            <span className={classes.prizeName}>Prize</span>
            <bdi>{contest.prize}</bdi>
          </span>
        </p>
      )}
    </section>
  )
}

function ContestDay({ name, day }: { readonly name: string; readonly day: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={day}>{shortDate(day)}</time>
      </dd>
    </div>
  )
}

function Figures({ contest }: { readonly contest: CurrentContest }) {
  return (
    <ul className={classes.figures}>
      <StatTile label="Participants" value={contest.totalParticipants} note="Members who reported" />
      <StatTile label="Total Shares" value={contest.totalShares} note="By all participants" />
      <StatTile label="Total Points" value={contest.totalPoints} note="Earned together" />
      <LeadingScore contest={contest} />
    </ul>
  )
}

function LeadingScore({ contest }: { readonly contest: CurrentContest }) {
  const { data: standings, isError } = useStandings(contest.id)
  const label = 'Leading Score'
  if (!standings) return <UnknownTile label={label} note={isError ? 'Could not be loaded' : 'Loading…'} />
  const [leader] = standings
  return (
    <AmongPeople people={standings}>
      <StatTile
        label={label}
        value={leader?.monthlyPoints ?? 0}
        note={leader ? <PersonName person={leader} /> : 'Nobody leads yet'}
      />
    </AmongPeople>
  )
}
