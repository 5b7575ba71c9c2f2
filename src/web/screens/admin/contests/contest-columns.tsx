import { Pencil, Trash2 } from 'lucide-react'
import type { Contest } from '#contract/contests.ts'
import type { Day } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { activityWord, phaseWord } from '#web/parts/contest-form/contest-fields.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime, shortDate } from '#web/ui/time-words.ts'
import * as classes from './contest-columns.module.css'
import { Preparing } from './preparing.tsx'

interface RowControls {
  readonly onEdit: (contest: Contest) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  readonly onDelete: (contest: Contest) => void
  /** The contest that is being deleted; null for none. */
  readonly busyId: string | null
  /** The workspace's; null while it is not known. */
  readonly today: Day | null
  /** How many percent of a contest's new standings are done. */
  readonly builds: ReadonlyMap<ContestId, number>
}

export function contestColumns(controls: RowControls): readonly Column<Contest>[] {
  return [
    { name: 'Contest', kind: 'row header', cell: (contest) => <Name contest={contest} /> },
    {
      name: 'Duration',
      isOnPhone: true,
      cell: ({ startDate, endDate }) => `${shortDate(startDate)} – ${shortDate(endDate)}`,
    },
    {
      name: 'Prize',
      cell: ({ prize }) => prize ?? <span className={classes.none}>No prize set</span>,
    },
    {
      name: 'Status',
      isOnPhone: true,
      cell: (contest) => (
        <div className={classes.state}>
          <Activity contest={contest} today={controls.today} />
          <Preparing percent={controls.builds.get(contest.id)} />
        </div>
      ),
    },
    {
      name: 'Created',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={absoluteTime(createdAt)}>
          {shortDate(createdAt)}
        </time>
      ),
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (contest) => <Controls contest={contest} controls={controls} />,
    },
  ]
}

function Name({ contest: { title, description, isBetweenTeams } }: { readonly contest: Contest }) {
  return (
    <>
      <span className={classes.title}>{title}</span>
      {isBetweenTeams && <span className={classes.description}>Teams compete as well</span>}
      {description && (
        <span className={classes.description} title={description}>
          {description}
        </span>
      )}
    </>
  )
}

function Activity({ contest, today }: { readonly contest: Contest; readonly today: Day | null }) {
  const word = activityWord(contest.isActive)
  const phase = today && phaseWord(contest, today)
  return (
    <>
      <StatusBadge tone={word === 'Active' ? 'good' : 'off'}>{word}</StatusBadge>{' '}
      {phase && <span className={classes.phase}>{phase}</span>}
    </>
  )
}

interface ControlsProps {
  readonly contest: Contest
  readonly controls: RowControls
}

function Controls({ contest, controls: { onEdit, onIntent, onDelete, busyId } }: ControlsProps) {
  const isBusy = busyId === contest.id
  return (
    <div className={classes.controls}>
      <RowButton
        label={`Edit ${contest.title}`}
        icon={Pencil}
        onClick={() => onEdit(contest)}
        {...onIntent}
        aria-haspopup="dialog"
      />
      <RowButton
        label={isBusy ? `Deleting ${contest.title}` : `Delete ${contest.title}`}
        icon={Trash2}
        onClick={() => onDelete(contest)}
        aria-disabled={isBusy || undefined}
      />
    </div>
  )
}
