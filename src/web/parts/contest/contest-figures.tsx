import type { CurrentContest } from '#contract/contests.ts'
import { dayOf, daysBetween } from '#domain/days.ts'
import { useStandings } from '#web/api/contests.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { StatTile, StatTiles, UnknownTile } from '#web/ui/stat-tile.tsx'
import { counted } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'

interface ContestFiguresProps {
  readonly contest: CurrentContest
}

/** The four figures of a contest. */
export function ContestFigures({ contest }: ContestFiguresProps) {
  const { totalParticipants, totalMembers, totalShares, totalPoints } = contest
  return (
    <StatTiles phone="rows">
      <StatTile
        label="Participants"
        value={totalParticipants}
        note={`of ${counted(totalMembers, 'colleague')}`}
      />
      <StatTile
        label="Total Shares"
        value={totalShares}
        note={sharesNote(totalShares, daysPassed(contest, useMinute()))}
      />
      <StatTile label="Total Points" value={totalPoints} note="earned together" />
      <LeadingScore contest={contest} />
    </StatTiles>
  )
}

/** How many days of a contest have begun. */
function daysPassed({ startDate, endDate, timeZone }: CurrentContest, now: Date): number {
  const today = dayOf(now, timeZone)
  return daysBetween(startDate, today < endDate ? today : endDate) + 1
}

function sharesNote(shares: number, days: number): string {
  const perDay = days > 0 ? Math.round(shares / days) : 0
  return perDay > 0 ? `${perDay.toLocaleString('en-US')} a day` : 'by all participants'
}

function LeadingScore({ contest }: ContestFiguresProps) {
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
