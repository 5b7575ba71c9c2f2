import { type ReactNode, useRef } from 'react'
import type { Contest } from '#contract/contests.ts'
import { useContestBuilds } from '#web/api/contest-builds.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { useWorkspaceDay } from '#web/parts/contest-form/use-workspace-day.ts'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { contestColumns } from './contest-columns.tsx'
import * as classes from './contest-table.module.css'
import { DeletedContests } from './deleted-contests.tsx'
import { useDeletion } from './use-deletion.ts'

interface ContestTableProps {
  readonly contests: readonly Contest[]
  readonly onEdit: (contest: Contest) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Shown when there is no contest. */
  readonly empty: ReactNode
}

/** The table of all contests with their controls. Below it, deleted contests can be restored. */
export function ContestTable({ contests, onEdit, onIntent, empty }: ContestTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const { day: today } = useWorkspaceDay()
  const builds = useContestBuilds()
  const { failure, busyId, remove, restore } = useDeletion(contests, (place) => {
    const heading = region.current?.closest('section')?.querySelector('h2') ?? null
    if (contests.length > 0) focusRow(region.current, place)
    else heading?.focus()
  })
  return (
    <div ref={region} className={classes.content}>
      {failure !== null && <FailureNote text={failure} />}
      {contests.length === 0 ? (
        empty
      ) : (
        <DataTable
          caption="Monthly contests"
          columns={contestColumns({ onEdit, onIntent, onDelete: remove, busyId, today, builds })}
          rows={contests}
          rowName={({ title }) => title}
        />
      )}
      <DeletedContests busyId={busyId} onRestore={restore} builds={builds} />
    </div>
  )
}
