import { Button } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useOwnLedger } from '#web/api/ledger.ts'
import { StatementTable } from '#web/parts/statement/lazy-statement-table.tsx'
import * as classes from '#web/parts/statement/statement.module.css'
import { Card } from '#web/ui/card.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { NoPointsYet } from './no-points-yet.tsx'
import { StatementFile } from './statement-file.tsx'

const shown = 10

/** The latest entries of the member's points, under their months. */
export function Statement() {
  const query = useOwnLedger()
  const pages = query.data?.pages ?? []
  const total = (pages.at(-1)?.months ?? []).reduce((sum, { entries }) => sum + entries, 0)
  return (
    <Card
      title="Points statement"
      aside={total > 0 && <StatementFile filters={{}} />}
      foot={
        total > shown && (
          <Button
            component={ScreenLink}
            href={`${paths.profile}?tab=points`}
            variant="subtle"
            size="xs"
            rightSection={<ArrowRight size={15} aria-hidden />}
          >
            Show all {total.toLocaleString('en-US')} entries
          </Button>
        )
      }
    >
      <p className={classes.explanation}>Every point you have earned, and why.</p>
      <QueryState query={query} what="points statement" skeleton={<SkeletonRows count={8} height={46} />}>
        {() => (total === 0 ? <NoPointsYet /> : <StatementTable pages={pages} most={shown} isOwn />)}
      </QueryState>
    </Card>
  )
}
