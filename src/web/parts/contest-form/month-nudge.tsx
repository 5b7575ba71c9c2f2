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
import classes from './month-nudge.module.css'
import { useWorkspaceDay } from './use-workspace-day.ts'

/** For administrators: the month that is near and has no contest, with one press that makes it. */
export function MonthNudge() {
  const contests = useContests().data?.data
  const { day } = useWorkspaceDay()
  const month = contests && day ? monthWithoutContest(contests, day) : null
  const { subject, opening, isOpen, open, close } = useOpened<ContestDraft>()
  const wasOpen = useRef(false)
  useEffect(() => {
    // The button that opened the dialog is gone with the note, so the focus moves to where the screen begins.
    if (wasOpen.current && !isOpen && !month) document.querySelector<HTMLElement>('main h1')?.focus()
    wasOpen.current = isOpen
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
