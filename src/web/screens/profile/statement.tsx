import { Button } from '@mantine/core'
import { ArrowRight, ReceiptText } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LedgerPart } from '#contract/ledger.ts'
import { paths } from '#contract/paths.ts'
import { useOwnLedger } from '#web/api/ledger.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import classes from './statement.module.css'
import { StatementEntry } from './statement-entry.tsx'
import { byMonth, monthTitle, signedPoints } from './statement-words.ts'

const fewest = 10

/** Every entry of the member's points under its month: the latest at first, all of them on demand. */
export function Statement() {
  const query = useOwnLedger()
  const [isWhole, setWhole] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const pages = query.data?.pages ?? []
  const total = (pages.at(-1)?.months ?? []).reduce((sum, { entries }) => sum + entries, 0)
  return (
    <Card
      title="Points statement"
      foot={
        total > fewest && (
          <Button
            variant="subtle"
            size="xs"
            rightSection={isWhole ? undefined : <ArrowRight size={15} aria-hidden />}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? `Show the latest ${fewest}` : `Show all ${total.toLocaleString('en-US')} entries`}
          </Button>
        )
      }
    >
      <p className={classes.explanation}>Every point you have earned, and why.</p>
      <QueryState query={query} what="points statement" skeleton={<SkeletonRows count={8} height={46} />}>
        {() =>
          total === 0 ? (
            <NothingYet />
          ) : (
            <div ref={region} tabIndex={-1} className={classes.region}>
              <Entries pages={pages} most={isWhole ? undefined : fewest} />
              {isWhole && (query.hasNextPage || pages.length > 1) && (
                <LoadMore what="entries" query={query} region={region} />
              )}
            </div>
          )
        }
      </QueryState>
    </Card>
  )
}

interface EntriesProps {
  readonly pages: readonly LedgerPart[]
  /** Undefined for all. */
  readonly most: number | undefined
}

function Entries({ pages, most }: EntriesProps) {
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
      {byMonth(pages.at(-1)?.months ?? [], entries).map(({ month, amount, balance, shown }) => (
        <tbody key={month}>
          <tr className={classes.month}>
            <th scope="rowgroup" colSpan={2}>
              {monthTitle(month, today)}
            </th>
            <td className={classes.amount} data-gain={amount > 0 || undefined}>
              {signedPoints(amount)}
            </td>
            <td className={classes.balance}>{balance.toLocaleString('en-US')}</td>
          </tr>
          {shown.map((entry) => (
            <StatementEntry key={entry.id} entry={entry} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon={ReceiptText}
      title="No points yet"
      text="Every point you earn shows up here, with what it was for."
      action={
        <Button component={ScreenLink} href={paths.socialFeed} variant="default" mt={8}>
          Go to the Social Feed
        </Button>
      }
    />
  )
}
