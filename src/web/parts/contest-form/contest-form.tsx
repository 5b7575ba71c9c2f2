import '#web/ui/library-styles.ts'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Contest } from '#contract/contests.ts'
import type { ContestWindow } from '#domain/contests.ts'
import { useSaveContest } from '#web/api/contests.ts'
import { useTeams } from '#web/api/teams.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { isUsualTitle, usualTitle } from './contest-draft.ts'
import { contestIn, type Described, fieldNames, fieldsOf, shownValue } from './contest-fields.ts'
import { MonthChoice } from './month-choice.tsx'
import { useWorkspaceDay } from './use-workspace-day.ts'

interface ContestFormProps {
  /** Null for a new one. */
  readonly contest: Contest | null
  /** What the fields begin with. */
  readonly opened: Described
  /** The field that has the focus at first. */
  readonly start: 'title' | 'prize'
  readonly onClose: () => void
}

/** The fields of a contest. */
export function ContestForm({ contest, opened, start, onClose }: ContestFormProps) {
  const saved = useSavedContest({ contest, opened, onClose })
  const { form } = saved
  const { day } = useWorkspaceDay()
  const hasTeams = (useTeams().data?.data.length ?? 0) > 0
  const firstDay = useRef<HTMLInputElement>(null)
  function choose({ startDate, endDate }: ContestWindow): void {
    if (isUsualTitle(form.getValues().title)) form.setFieldValue('title', usualTitle(startDate))
    form.setFieldValue('startDate', startDate)
    form.setFieldValue('endDate', endDate)
  }
  return (
    <SavedForm
      saved={saved}
      submit={contest ? 'Save Contest' : 'Create Contest'}
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names: fieldNames, show: shownValue }}
    >
      {day && <MonthChoice today={day} days={form.values} onChoose={choose} firstDay={firstDay} />}
      <TextInput
        label={fieldNames.title}
        required
        data-autofocus={start === 'title' || undefined}
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
          ref={firstDay}
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
      <TextInput
        label={fieldNames.prize}
        data-autofocus={start === 'prize' || undefined}
        autoComplete="off"
        {...form.getInputProps('prize')}
      />
      <Switch
        label={fieldNames.isActive}
        description="Only an active contest is shown to members, and active contests cannot overlap."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      {(hasTeams || opened.isBetweenTeams) && (
        <Switch
          label={fieldNames.isBetweenTeams}
          description="The team with the most points for each active member is the champion team."
          {...form.getInputProps('isBetweenTeams', { type: 'checkbox' })}
        />
      )}
    </SavedForm>
  )
}

function useSavedContest({ contest, opened, onClose }: Omit<ContestFormProps, 'start'>) {
  const { mutateAsync } = useSaveContest()
  const verb = contest ? 'update' : 'create'
  return useSavedForm({
    schema: async () => (await import('#contract/contests.schema.ts')).newContest,
    opened,
    fieldsOf,
    inputOf: contestIn,
    save: (fields, seen) => mutateAsync(contest ? { id: contest.id, fields, seen } : { id: null, fields }),
    words: { title: 'Error', fallback: `Failed to ${verb} monthly contest.`, isToastFixed: true },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: `Contest ${verb}d` }
    },
  })
}
