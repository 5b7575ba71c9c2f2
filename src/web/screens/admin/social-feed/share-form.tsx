import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import type { ListedShare } from '#contract/shares.ts'
import { platformNames, platforms, shareStatuses } from '#domain/vocabulary.ts'
import { useReviewShare } from '#web/api/shares.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { ConflictNote } from '#web/screens/admin/edit-conflict.tsx'
import { useFormConflict } from '#web/screens/admin/form-conflict.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import {
  fieldNames,
  fieldsOf,
  type NumberField,
  numberIn,
  reviewedOf,
  reviewIn,
  type ShareFields,
  shareStatusNames,
  shownValue,
} from './share-fields.ts'

type ShareFormState = UseFormReturnType<ShareFields>

interface ShareFormProps {
  readonly share: ListedShare
  readonly onClose: () => void
  /** With the share as it is now. */
  readonly onSaved: (share: ListedShare) => void
}

/** The fields of a member's share. What is wrong is said at its field. */
export function ShareForm(props: ShareFormProps) {
  const { share, onClose } = props
  const form = useForm<ShareFields>({ initialValues: fieldsOf(share) })
  const { failure, isPending, conflict, save } = useSave(form, props)
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={formClasses.lead}>
        Shared by <bdi>{share.username ?? share.userId}</bdi>. The member’s points follow from what is saved.
      </p>
      <div className={formClasses.pair}>
        <Choice form={form} field="status" words={shareStatuses} names={shareStatusNames} isFirst />
        <Choice form={form} field="platform" words={platforms} names={platformNames} />
      </div>
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
        <NumberInput form={form} field="engagements" />
        <NumberInput
          form={form}
          field="points"
          description="Left alone, the rules decide once it is completed; those of reports have earned already."
        />
      </div>
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
          Save Share
        </PendingButton>
      </div>
    </form>
  )
}

interface ChoiceProps<Word extends string> {
  readonly form: ShareFormState
  readonly field: 'platform' | 'status'
  readonly words: readonly Word[]
  readonly names: Readonly<Record<Word, string>>
  /** Whether the focus begins here. */
  readonly isFirst?: boolean
}

function Choice<Word extends string>({ form, field, words, names, isFirst }: ChoiceProps<Word>) {
  return (
    <NativeSelect
      label={fieldNames[field]}
      data={words.map((word) => ({ value: word, label: names[word] }))}
      rightSection={<ChevronDown size={16} aria-hidden />}
      data-autofocus={isFirst || undefined}
      {...form.getInputProps(field)}
    />
  )
}

interface NumberInputProps {
  readonly form: ShareFormState
  readonly field: NumberField
  readonly description?: string
}

/** A field for a number. Left with something else in it, it shows what that counts as. */
function NumberInput({ form, field, description }: NumberInputProps) {
  return (
    <TextInput
      label={fieldNames[field]}
      description={description}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps(field)}
      onBlur={() => {
        const counted = String(numberIn(form.values[field]))
        if (counted !== form.values[field]) form.setFieldValue(field, counted)
      }}
    />
  )
}

function useSave(form: ShareFormState, { share, onClose, onSaved }: ShareFormProps) {
  const { mutateAsync } = useReviewShare()
  const conflict = useFormConflict(form, { opened: reviewedOf(share), fieldsOf })
  const { failure, isPending, attempt } = useAttempt({
    title: 'Failed to update social media share.',
    fallback: 'Please try again later.',
  })

  async function save(): Promise<void> {
    const result = reviewIn(form.values)
    if ('problems' in result) return refuseFields(form, result.problems)
    const { seen } = conflict
    const outcome = await attempt(async () => {
      const { data } = await mutateAsync({ id: share.id, review: { ...result.review, seen } })
      onSaved({ ...share, ...data })
    })
    if (outcome === 'under way') return
    if (outcome === 'done') {
      toast({ kind: 'success', title: 'Share updated' })
      return onClose()
    }
    conflict.refuse(outcome)
  }

  return { failure, isPending, conflict, save }
}
