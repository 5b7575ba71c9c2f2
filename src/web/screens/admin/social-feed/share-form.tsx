import '#web/ui/library-styles.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import type { ListedShare } from '#contract/shares.ts'
import { platformNames, platforms, shareStatuses } from '#domain/vocabulary.ts'
import { useReviewShare } from '#web/api/shares.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { NumberField } from '#web/parts/form/number-field.tsx'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import {
  fieldNames,
  fieldsOf,
  reviewedOf,
  reviewIn,
  type ShareFields,
  shareStatusNames,
  shownValue,
} from './share-fields.ts'

interface ShareFormProps {
  readonly share: ListedShare
  readonly onClose: () => void
  /** With the share as it is now. */
  readonly onSaved: (share: ListedShare) => void
}

/** The fields of a member's share. */
export function ShareForm({ share, onClose, onSaved }: ShareFormProps) {
  const { mutateAsync } = useReviewShare()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/shares.schema.ts')).shareReview,
    opened: reviewedOf(share),
    fieldsOf,
    inputOf: reviewIn,
    save: (review, seen) => mutateAsync({ id: share.id, review: { ...review, seen } }),
    words: { title: 'Error', fallback: 'Failed to update social media share.', isToastFixed: true },
    onSaved: ({ data }) => {
      onSaved({ ...share, ...data })
      onClose()
      return { kind: 'success', title: 'Share updated' }
    },
  })
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit="Save Share"
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names: fieldNames, show: shownValue }}
    >
      <p className={formClasses.lead}>
        Shared by <bdi>{share.displayName ?? share.userId}</bdi>. Saving updates the member’s points.
      </p>
      <div className={formClasses.pair}>
        <Choice form={form} field="status" words={shareStatuses} names={shareStatusNames} isFirst />
        <Choice
          form={form}
          field="platform"
          words={platforms}
          names={platformNames}
          isDisabled={share.report !== null}
        />
      </div>
      {form.values.status === 'rejected' && (
        <Textarea
          label={fieldNames.reason}
          description="The member reads it."
          required
          autosize
          minRows={2}
          maxRows={5}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        label={fieldNames.customMessage}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('customMessage')}
      />
      <TextInput label={fieldNames.contentType} autoComplete="off" {...form.getInputProps('contentType')} />
      <TextInput
        label={fieldNames.shareUrl}
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('shareUrl')}
      />
      <div className={formClasses.pair}>
        <NumberField form={form} field="engagements" label={fieldNames.engagements} />
        <NumberField
          form={form}
          field="points"
          label={fieldNames.points}
          description={
            share.report === null
              ? 'Leave unchanged to let the rules decide.'
              : 'Those that the report earned. Saving another number books the difference.'
          }
        />
      </div>
    </SavedForm>
  )
}

interface ChoiceProps<Word extends string> {
  readonly form: UseFormReturnType<ShareFields>
  readonly field: 'platform' | 'status'
  readonly words: readonly Word[]
  readonly names: Readonly<Record<Word, string>>
  /** Whether the focus begins here. */
  readonly isFirst?: boolean
  readonly isDisabled?: boolean
}

function Choice<Word extends string>({
  form,
  field,
  words,
  names,
  isFirst,
  isDisabled = false,
}: ChoiceProps<Word>) {
  return (
    <NativeSelect
      label={fieldNames[field]}
      data={words.map((word) => ({ value: word, label: names[word] }))}
      rightSection={<ChevronDown size={16} aria-hidden />}
      data-autofocus={isFirst || undefined}
      disabled={isDisabled}
      {...form.getInputProps(field)}
    />
  )
}
