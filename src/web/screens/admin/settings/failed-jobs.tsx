import { CircleCheck, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeadLetter } from '#contract/status.ts'
import { useDiscardFailedJob, useReplayFailedJob } from '#web/api/status.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { type Column, DataTable, focusRow } from '#web/ui/data-table.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import * as classes from './status-block.module.css'
import { queueText } from './status-words.ts'

interface FailedJobsProps {
  /** The newest ones. */
  readonly jobs: readonly DeadLetter[]
  /** How many there are in all. */
  readonly total: number
}

/** The background jobs that failed for good. Each can run again, or be discarded. */
export function FailedJobs({ jobs, total }: FailedJobsProps) {
  const { region, heading, onFocusLost } = useFocusKept(jobs)
  const { mutateAsync: discard } = useDiscardFailedJob()
  const { subject, isOpen, open, close } = useOpened<DeadLetter>()
  const { busyId, failure, run } = useReplay()
  return (
    <div ref={region} className={classes.failed}>
      <h3 ref={heading} className={classes.subtitle} tabIndex={-1}>
        Failed jobs
        {total > 0 && <span className={classes.count}> {total.toLocaleString('en-US')}</span>}
      </h3>
      {failure !== null && <FailureNote text={failure} />}
      {jobs.length === 0 ? (
        <EmptyState icon={CircleCheck} title="Nothing has failed" />
      ) : (
        <DataTable
          caption="Failed jobs"
          columns={columnsOf({ busyId, onRun: run, onDiscard: open, onFocusLost })}
          rows={jobs}
          rowName={({ queue }) => queueText(queue)}
        />
      )}
      {total > jobs.length && <p className={classes.detail}>These are the newest {jobs.length}.</p>}
      {subject && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={close}
          title="Discard Failed Job"
          question="Do you want to discard this job?"
          subject={`${queueText(subject.queue)}: ${subject.reason}`}
          effects={['Its work is not done, and it cannot run again.']}
          confirm="Discard"
          pending="Discarding…"
          words={{ title: 'Failed to discard the job', fallback: 'Please try again later.' }}
          act={() => discard(subject.id)}
          onDone={() => {
            close()
            toast({ kind: 'success', title: 'Job discarded', description: queueText(subject.queue) })
            onFocusLost(subject)
          }}
        />
      )}
    </div>
  )
}

/** Moves the focus on when the row of a job has gone with it: to the row after it, or to the heading. */
function useFocusKept(jobs: readonly DeadLetter[]) {
  const region = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [lost, setLost] = useState<{ readonly id: string; readonly place: number } | null>(null)
  useEffect(() => {
    if (lost === null || jobs.some(({ id }) => id === lost.id)) return
    setLost(null)
    if (jobs.length > 0) focusRow(region.current, lost.place)
    else heading.current?.focus()
  }, [lost, jobs])
  const places = useRef(new Map<string, number>())
  for (const [place, { id }] of jobs.entries()) places.current.set(id, place)
  return {
    region,
    heading,
    onFocusLost: ({ id }: DeadLetter) => setLost({ id, place: places.current.get(id) ?? 0 }),
  }
}

function Failure({ job: { failedAt, tries } }: { readonly job: DeadLetter }) {
  return (
    <span className={classes.failure}>
      <time dateTime={failedAt}>{absoluteTime(failedAt)}</time>
      <span className={classes.tries}>after {counted(tries, 'try', 'tries')}</span>
    </span>
  )
}

/** Runs jobs again, one at a time. */
function useReplay() {
  const { mutateAsync } = useReplayFailedJob()
  const [busyId, setBusyId] = useState<string | null>(null)
  const { failure, attempt } = useAttempt({
    title: 'Job not run again',
    fallback: 'Please try again later.',
  })
  async function replay(job: DeadLetter): Promise<void> {
    if (busyId !== null) return
    setBusyId(job.id)
    const outcome = await attempt(() => mutateAsync(job.id))
    setBusyId(null)
    if (outcome !== 'done') return
    toast({ kind: 'success', title: 'Job runs again', description: queueText(job.queue) })
  }
  return { busyId, failure, run: (job: DeadLetter) => void replay(job) }
}

interface Controls {
  /** The job with a request in flight; null for none. */
  readonly busyId: string | null
  readonly onRun: (job: DeadLetter) => void
  readonly onDiscard: (job: DeadLetter) => void
  readonly onFocusLost: (job: DeadLetter) => void
}

function columnsOf(controls: Controls): readonly Column<DeadLetter>[] {
  return [
    { name: 'Job', kind: 'row header', width: 240, cell: ({ queue }) => queueText(queue) },
    { name: 'Reason', isOnPhone: true, width: 300, cell: ({ reason }) => reason },
    { name: 'Failed', cell: (job) => <Failure job={job} /> },
    { name: 'Actions', kind: 'actions', cell: (job) => <Actions job={job} controls={controls} /> },
  ]
}

interface ActionsProps {
  readonly job: DeadLetter
  readonly controls: Controls
}

function Actions({ job, controls: { busyId, onRun, onDiscard, onFocusLost } }: ActionsProps) {
  const buttons = useRef<HTMLDivElement>(null)
  useFocusLost(buttons, () => onFocusLost(job))
  return (
    <div ref={buttons} className={classes.controls}>
      <PendingButton
        variant="default"
        size="xs"
        leftSection={<RotateCw size={14} aria-hidden />}
        isPending={busyId === job.id}
        pendingText="Starting…"
        onClick={() => onRun(job)}
      >
        Run again
      </PendingButton>
      <RowButton
        label={`Discard: ${queueText(job.queue)}`}
        icon={Trash2}
        onClick={() => onDiscard(job)}
        aria-haspopup="dialog"
      />
    </div>
  )
}
