import type { Race } from '#contract/contests.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import * as classes from './race-table.module.css'
import { raceDay } from './race-words.ts'

interface RaceTableProps {
  readonly race: Race
  readonly ownId: string | undefined
}

/** The figures of a race: a row for each day, the latest first, and a column for each member. */
export function RaceTable({ race, ownId }: RaceTableProps) {
  const rows = race.days.map((day, index) => ({ day, index })).toReversed()
  return (
    <ScrollRegion label="The race as a table" className={classes.region}>
      <AmongPeople people={race.members}>
        <table className={classes.table}>
          <caption className="visually-hidden">Points after each day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {race.members.map((member) => (
                <th key={member.id} scope="col">
                  {member.id === ownId ? 'You' : <PersonName person={member} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, index }) => (
              <tr key={day}>
                <th scope="row">{raceDay(day)}</th>
                {race.members.map(({ id, points }) => (
                  <td key={id}>{(points[index] ?? 0).toLocaleString('en-US')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </AmongPeople>
    </ScrollRegion>
  )
}
