import { Button } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { monthWithoutContest } from '#domain/contest-months.ts'
import { monthOf } from '#domain/days.ts'
import { useContests } from '#web/api/contests.ts'
import { monthName } from '#web/ui/time-words.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { type ContestDraft, draftOf } from './contest-draft.ts'
import { contestDialog } from './lazy-contest-dialog.ts'
import * as classes from './month-nudge.module.css'
import { useWorkspaceDay } from './use-workspace-day.ts'

/** For administrators: the month that is near and has no contest, with one press that makes it. */
export function MonthNudge() {
  const contests = useContests().data?.data
  const { day } = useWorkspaceDay()
  const month = contests && day ? monthWithoutContest(contests, day) : null
  const { subject, opening, isOpen, open, close } = useOpened<ContestDraft>()
  const wasOpen = useRef(false)
  const hadNote = useRef(false)
  useEffect(() => {
    // The list of contests may change while the dialog closes or after it, so the note goes at either moment.
    const hasClosed = wasOpen.current && !isOpen
    const hasGone = hadNote.current && document.activeElement === document.body
    // The button that opened the dialog is gone with the note, so the focus moves to where the screen begins.
    if (!isOpen && !month && (hasClosed || hasGone))
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
    hadNote.current = month !== null
  }, [isOpen, month])
  const name = month && monthName(monthOf(month.startDate))
  return (
    <>
      {month && (
        <div className={classes.note}>
          <CalendarClock size={18} aria-hidden />
          <p>No contest for {name} yet</p>
          <Button
            variant="default"
            size="xs"
            onClick={() => open(draftOf(month))}
            {...contestDialog.onIntent}
            aria-haspopup="dialog"
          >
            Create {name} contest
          </Button>
        </div>
      )}
      <contestDialog.Dialog isOpen={isOpen} onClose={close} draft={subject} opening={opening} />
    </>
  )
}
