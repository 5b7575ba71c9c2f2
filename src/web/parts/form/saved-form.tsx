import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { ConflictNote, type FieldWords } from './conflict-note.tsx'
import * as classes from './form.module.css'
import type { SavedForm as SavedFormState } from './use-saved-form.ts'

interface SavedFormProps<Values, Seen> {
  readonly saved: SavedFormState<Values, Seen>
  /** What the button says, and what it says while it saves. */
  readonly submit: string
  readonly pending: string
  /** Where the form can be left without saving. */
  readonly onCancel?: () => void
  /** For a form whose endpoint refuses to overwrite what somebody else changed. */
  readonly conflictWords?: FieldWords<Seen>
  /** Names the form where no heading does. */
  readonly label?: string
  readonly variant?: 'filled' | 'default'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A form with what went wrong above its buttons. */
export function SavedForm<Values extends object, Seen extends object>({
  saved: { handlers, isPending, failure, conflict },
  submit,
  pending,
  onCancel,
  conflictWords,
  label,
  variant = 'filled',
  className = '',
  children,
}: SavedFormProps<Values, Seen>) {
  return (
    <form className={`${classes.form} ${className}`} aria-label={label} {...handlers}>
      {children}
      {conflict.changed && conflictWords ? (
        <ConflictNote changed={conflict.changed} onTake={conflict.take} {...conflictWords} />
      ) : (
        failure !== null && <FailureNote text={failure} />
      )}
      <div className={classes.buttons}>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <PendingButton type="submit" variant={variant} isPending={isPending} pendingText={pending}>
          {submit}
        </PendingButton>
      </div>
    </form>
  )
}
