import { useOwnLedger } from '#web/api/ledger.ts'
import * as classes from '#web/parts/statement/statement.module.css'
import { useStatementFilters } from '#web/parts/statement/use-statement-filters.ts'
import { WholeStatement } from '#web/parts/statement/whole-statement.tsx'
import { Card } from '#web/ui/card.tsx'
import { NoPointsYet } from './no-points-yet.tsx'
import { StatementFile } from './statement-file.tsx'

/** Every entry of the member's points. */
export function PointsTab() {
  const filters = useStatementFilters()
  const query = useOwnLedger(filters.asked)
  return (
    <Card title="Points statement" aside={<StatementFile filters={filters.asked} />}>
      <p className={classes.explanation}>
        Every point you have earned, and why. Something is wrong? Appeal where it was taken back.
      </p>
      <WholeStatement query={query} filters={filters} isOwn empty={<NoPointsYet />} />
    </Card>
  )
}
