import type { LedgerPart } from '#contract/ledger.ts'
import { signedPoints } from '#web/parts/points/signed-points.ts'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './statement.module.css'
import { StatementEntry } from './statement-entry.tsx'
import { byMonth, type MonthOfEntries, monthTitle } from './statement-words.ts'

interface StatementTableProps {
  readonly pages: readonly LedgerPart[]
  /** How many entries at most; all if it is left out. */
  readonly most?: number
  /** Whether they are the caller's, who may appeal. */
  readonly isOwn: boolean
  /** Shows every sum, also one that is nothing but its amount. */
  readonly isFull?: boolean
  /** Whether entries are left out by a filter, so that the sums of the months would not be theirs. */
  readonly isFiltered?: boolean
}

/** The entries of a statement under their months. */
export function StatementTable({
  pages,
  most,
  isOwn,
  isFull = false,
  isFiltered = false,
}: StatementTableProps) {
  const today = useMinute()
  const entries = pages.flatMap(({ data }) => data).slice(0, most)
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Points statement</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Day</th>
          <th scope="col">For</th>
          <th scope="col">Points</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      {byMonth(pages.at(-1)?.months ?? [], entries).map((month) => (
        <tbody key={month.month}>
          <MonthRow month={month} title={monthTitle(month.month, today)} hasSums={!isFiltered} />
          {month.shown.map((entry) => (
            <StatementEntry key={entry.id} entry={entry} isOwn={isOwn} isFull={isFull} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface MonthRowProps {
  readonly month: MonthOfEntries
  readonly title: string
  readonly hasSums: boolean
}

function MonthRow({ month: { amount, balance, teams }, title, hasSums }: MonthRowProps) {
  return (
    <tr className={classes.month}>
      <th scope="rowgroup" colSpan={2}>
        {title}
        {hasSums && <SumsOfTeams teams={teams} />}
      </th>
      <td className={classes.amount} data-gain={amount > 0 || undefined}>
        {hasSums && signedPoints(amount)}
      </td>
      <td className={classes.balance}>{hasSums && balance.toLocaleString('en-US')}</td>
    </tr>
  )
}

/** How much of a sum counts for which team. */
function SumsOfTeams({ teams }: Pick<MonthOfEntries, 'teams'>) {
  const told = teams.filter(({ amount }) => amount !== 0)
  if (told.length === 0) return null
  return (
    <ul className={classes.teams}>
      {told.map(({ team, amount }) => (
        <li key={team.id}>
          of these for <TeamName team={team} />: {signedPoints(amount)}
        </li>
      ))}
    </ul>
  )
}
