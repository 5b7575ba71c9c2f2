import { Switch, Textarea, TextInput } from '@mantine/core'
import type { Contest } from '#contract/contests.ts'
import { useSaveContest } from '#web/api/contests.ts'
import formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { contestIn, describedOf, fieldNames, fieldsOf, shownValue } from './contest-fields.ts'

interface ContestFormProps {
  /** Null for a new one. */
  readonly contest: Contest | null
  readonly onClose: () => void
}

/** The fields of a contest. */
export function ContestForm({ contest, onClose }: ContestFormProps) {
  const { mutateAsync } = useSaveContest()
  const verb = contest ? 'update' : 'create'
  const saved = useSavedForm({
    schema: async () => (await import('#contract/contests.schema.ts')).newContest,
    opened: describedOf(contest),
    fieldsOf,
    inputOf: contestIn,
    save: (fields, seen) => mutateAsync(contest ? { id: contest.id, fields, seen } : { id: null, fields }),
    words: { title: `Failed to ${verb} monthly contest.`, fallback: 'Please try again later.' },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: `Contest ${verb}d` }
    },
  })
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit={contest ? 'Save Contest' : 'Create Contest'}
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names: fieldNames, show: shownValue }}
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
        description="Only an active contest is shown to members, and active contests cannot overlap."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </SavedForm>
  )
}
