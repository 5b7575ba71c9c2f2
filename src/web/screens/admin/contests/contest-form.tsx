import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Contest } from '#contract/contests.ts'
import { useSaveContest } from '#web/api/contests.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { ConflictNote } from '#web/screens/admin/edit-conflict.tsx'
import { useFormConflict } from '#web/screens/admin/form-conflict.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import {
  type ContestFields,
  contestIn,
  type Described,
  describedOf,
  fieldNames,
  fieldsOf,
  shownValue,
} from './contest-fields.ts'

type ContestFormState = UseFormReturnType<ContestFields>

interface ContestFormProps {
  /** Null for a new one. */
  readonly contest: Contest | null
  readonly onClose: () => void
}

/** The fields of a contest. What is wrong is said at its field. */
export function ContestForm({ contest, onClose }: ContestFormProps) {
  const form = useForm<ContestFields>({ initialValues: fieldsOf(contest) })
  const { failure, isPending, conflict, save } = useSave(form, { contest, onClose })
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label={fieldNames.title}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Textarea
        label={fieldNames.description}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <div className={formClasses.pair}>
        <TextInput
          label={fieldNames.startDate}
          description="The first day that counts."
          type="date"
          required
          {...form.getInputProps('startDate')}
        />
        <TextInput
          label={fieldNames.endDate}
          description="The last day that counts."
          type="date"
          required
          {...form.getInputProps('endDate')}
        />
      </div>
      <TextInput label={fieldNames.prize} autoComplete="off" {...form.getInputProps('prize')} />
      <Switch
        label={fieldNames.isActive}
        description="Only an active contest is shown to members, and only one can count on a day."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      {conflict.changed ? (
        <ConflictNote
          changed={conflict.changed}
          names={fieldNames}
          show={shownValue}
          onTake={conflict.take}
        />
      ) : (
        failure !== null && <FailureNote text={failure} />
      )}
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton type="submit" isPending={isPending} pendingText="Saving…">
          {contest ? 'Save Contest' : 'Create Contest'}
        </PendingButton>
      </div>
    </form>
  )
}

const nothing: Described = {
  title: '',
  description: null,
  startDate: '',
  endDate: '',
  prize: null,
  isActive: true,
}

function useSave(form: ContestFormState, { contest, onClose }: ContestFormProps) {
  const { mutateAsync } = useSaveContest()
  const verb = contest ? 'update' : 'create'
  const opened = contest ? describedOf(contest) : nothing
  const conflict = useFormConflict(form, { opened, fieldsOf })
  const { failure, isPending, attempt } = useAttempt({
    title: `Failed to ${verb} monthly contest.`,
    fallback: 'Please try again later.',
  })

  async function save(): Promise<void> {
    const result = contestIn(form.values)
    if ('problems' in result) return refuseFields(form, result.problems)
    const { seen } = conflict
    const outcome = await attempt(() =>
      mutateAsync(
        contest ? { id: contest.id, fields: result.contest, seen } : { id: null, fields: result.contest },
      ),
    )
    if (outcome === 'under way') return
    if (outcome === 'done') {
      toast({ kind: 'success', title: `Contest ${verb}d` })
      return onClose()
    }
    conflict.refuse(outcome)
  }

  return { failure, isPending, conflict, save }
}
