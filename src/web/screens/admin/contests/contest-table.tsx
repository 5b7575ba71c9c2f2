import { Button } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Contest } from '#contract/contests.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { contestColumns } from './contest-columns.tsx'
import classes from './contest-table.module.css'
import { useDeletion } from './use-deletion.ts'

interface ContestTableProps {
  readonly contests: readonly Contest[]
  readonly onEdit: (contest: Contest) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Shown when there is no contest. */
  readonly empty: ReactNode
}

/** The table of all contests with their controls. Above it, deleted contests can be restored. */
export function ContestTable({ contests, onEdit, onIntent, empty }: ContestTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { deleted, failure, busyId, remove, restore } = useDeletion(contests, (place) => {
    const heading = region.current?.closest('section')?.querySelector('h2') ?? null
    if (contests.length > 0) focusRow(region.current, place)
    else heading?.focus()
  })
  return (
    <div ref={region} className={classes.content}>
      {failure !== null && <FailureNote text={failure} />}
      {deleted.map((contest) => (
        <div key={contest.id} className={classes.deleted}>
          <p role="status">{contest.title} was deleted.</p>
          <Button
            variant="default"
            size="xs"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => restore(contest)}
            aria-label={`Restore ${contest.title}`}
          >
            Restore
          </Button>
        </div>
      ))}
      {contests.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Monthly contests"
          columns={contestColumns({ onEdit, onIntent, onDelete: remove, busyId })}
          rows={contests}
          rowName={({ title }) => title}
        />
      )}
    </div>
  )
}
