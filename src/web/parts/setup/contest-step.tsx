import { Button } from '@mantine/core'
import { asDay, monthOf } from '#domain/days.ts'
import { contestDialog } from '#web/parts/contest-form/lazy-contest-dialog.ts'
import { useNextDraft } from '#web/parts/contest-form/use-next-draft.ts'
import { monthName, shortDate } from '#web/ui/time-words.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { Step, type StepPlace } from './step.tsx'

/** Creates the first contest, filled in for the next month without one. */
export function ContestStep({ place }: { readonly place: StepPlace }) {
  const draft = useNextDraft()
  const { opening, isOpen, open, close } = useOpened<never>()
  const days = draft && `${shortDate(draft.startDate)} – ${shortDate(draft.endDate)}`
  const text = place.isDone
    ? 'A contest is on.'
    : draft
      ? `“${draft.title}”, ${days}, is filled in. You name the prize.`
      : 'Points earned on its days count towards it.'
  return (
    <Step place={place} title="Start the first contest" text={text}>
      {!place.isDone && (
        <Button
          variant={place.isPrimary ? 'filled' : 'default'}
          aria-haspopup="dialog"
          onClick={() => open(null)}
          {...contestDialog.onIntent}
        >
          Create {draft ? monthName(monthOf(asDay(draft.startDate))) : 'a'} contest
        </Button>
      )}
      <contestDialog.Dialog isOpen={isOpen} onClose={close} draft={draft ?? null} opening={opening} />
    </Step>
  )
}
