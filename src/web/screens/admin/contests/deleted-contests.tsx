import { Button, UnstyledButton } from '@mantine/core'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ListedContest } from '#contract/contests.ts'
import { restoreDays } from '#domain/contests.ts'
import type { ContestId } from '#domain/ids.ts'
import { useDeletedContests } from '#web/api/contests.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import * as classes from './deleted-contests.module.css'
import { Preparing } from './preparing.tsx'

interface DeletedContestsProps {
  /** The contest with a request in flight; null for none. */
  readonly busyId: string | null
  readonly onRestore: (contest: ListedContest) => void
  /** How many percent of a contest's new standings are done. */
  readonly builds: ReadonlyMap<ContestId, number>
}

/** The contests that were deleted lately, folded away; nothing without any. */
export function DeletedContests({ busyId, onRestore, builds }: DeletedContestsProps) {
  const { data } = useDeletedContests()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const contests = data?.data ?? []
  if (contests.length === 0) return null
  return (
    <div>
      <UnstyledButton
        className={classes.fold}
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
      >
        <ChevronRight size={16} aria-hidden />
        Deleted ({contests.length.toLocaleString('en-US')})
      </UnstyledButton>
      {isOpen && (
        <div id={id}>
          <p className={classes.hint}>A deleted contest can be restored for {restoreDays} days.</p>
          <ul className={classes.list} aria-label="Deleted contests">
            {contests.map((contest) => (
              <li key={contest.id} className={classes.contest}>
                <Deleted contest={contest} percent={builds.get(contest.id)} />
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Undo2 size={14} aria-hidden />}
                  onClick={() => onRestore(contest)}
                  aria-label={`Restore ${contest.title}`}
                  aria-disabled={busyId === contest.id || undefined}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface DeletedProps {
  readonly contest: ListedContest
  readonly percent: number | undefined
}

function Deleted({ contest: { title, startDate, endDate, deletedAt }, percent }: DeletedProps) {
  return (
    <div className={classes.words}>
      <p className={classes.title} dir="auto">
        {title}
      </p>
      <p className={classes.facts}>
        {shortDate(startDate)} – {shortDate(endDate)}
        {deletedAt && (
          <>
            {' · deleted '}
            <span className={classes.when}>
              <RelativeTime instant={deletedAt} />
            </span>
          </>
        )}
      </p>
      <Preparing percent={percent} />
    </div>
  )
}
