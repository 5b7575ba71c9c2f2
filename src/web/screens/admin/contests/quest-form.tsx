import '#web/ui/library-styles.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import type { Quest, QuestFields } from '#contract/quests.ts'
import { useCreateQuest, useUpdateQuest } from '#web/api/quests.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import {
  actionNames,
  describedOf,
  type Fields,
  fieldNames,
  fieldsOf,
  offeredActions,
  questIn,
  shownValue,
} from './quest-fields.ts'

const fallback = 'Please try again later.'
const loadSchema = async () => (await import('#contract/quests.schema.ts')).newQuest

interface NewQuestProps {
  /** What the fields begin with. */
  readonly opened: QuestFields
  readonly onClose: () => void
  readonly onMade: (quest: Quest) => void
}

export function NewQuest({ opened, onClose, onMade }: NewQuestProps) {
  const { mutateAsync } = useCreateQuest()
  const saved = useSavedForm({
    schema: loadSchema,
    opened,
    fieldsOf,
    inputOf: questIn,
    save: async (body) => (await mutateAsync(body)).data,
    words: { title: 'Failed to create the quest', fallback },
    onSaved: (quest) => {
      onClose()
      onMade(quest)
      return { kind: 'success', title: 'Quest created', description: quest.title }
    },
  })
  return (
    <SavedForm saved={saved} submit="Create Quest" pending="Creating…" onCancel={onClose}>
      <QuestFieldset form={saved.form} />
    </SavedForm>
  )
}

interface EditedQuestProps {
  readonly quest: Quest
  readonly onClose: () => void
}

export function EditedQuest({ quest, onClose }: EditedQuestProps) {
  const { mutateAsync } = useUpdateQuest()
  const saved = useSavedForm({
    schema: loadSchema,
    opened: describedOf(quest),
    fieldsOf,
    inputOf: questIn,
    save: (body, seen) => mutateAsync({ id: quest.id, body: { ...body, seen } }),
    words: { title: 'Failed to save the quest', fallback },
    onSaved: ({ data }) => {
      onClose()
      return { kind: 'success', title: 'Quest saved', description: data.title }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Save Changes"
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names: fieldNames, show: shownValue }}
    >
      <QuestFieldset form={saved.form} />
    </SavedForm>
  )
}

function QuestFieldset({ form }: { readonly form: UseFormReturnType<Fields> }) {
  const isOfMembers = form.values.actionType === 'everybody_once'
  return (
    <>
      <TextInput
        label={fieldNames.title}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <div className={formClasses.pair}>
        <NativeSelect
          label={fieldNames.actionType}
          rightSection={<ChevronDown size={16} aria-hidden />}
          {...form.getInputProps('actionType')}
        >
          {offeredActions.map((action) => (
            <option key={action} value={action}>
              {actionNames[action]}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label={fieldNames.goal}
          description={isOfMembers ? 'How many members. Empty for everybody.' : 'How many, of all together.'}
          required={!isOfMembers}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('goal')}
        />
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
    </>
  )
}
