import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { accountingBrand, defaultBrand } from '#contract/posts.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useCreatePost } from '#web/api/posts.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { handleOf, newPostFields, type PostFields, postIn } from './post-fields.ts'

type PostFormState = UseFormReturnType<PostFields>

interface FieldProps {
  readonly form: PostFormState
}

/** The fields of a new post. What is wrong is said at its field. */
export function AddPostForm({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<PostFields>({ initialValues: newPostFields(new Date()) })
  const { failure, isPending, save } = useSave(form, onClose)
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={formClasses.pair}>
        <NativeSelect
          label="Platform"
          required
          data-autofocus
          data={platforms.map((word) => ({ value: word, label: platformNames[word] }))}
          rightSection={<ChevronDown size={16} aria-hidden />}
          {...form.getInputProps('platform')}
        />
        <BrandField form={form} />
      </div>
      <Textarea
        label="Content"
        required
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('content')}
      />
      <Address form={form} field="post_url" label="Post URL" isRequired />
      <Address form={form} field="image_url" label="Image URL" />
      <AuthorFields form={form} />
      <div className={formClasses.pair}>
        <TextInput
          label="Campaign tags"
          description="Separated by commas."
          autoComplete="off"
          {...form.getInputProps('campaign_tags')}
        />
        <TextInput
          label="Scheduled time"
          description={`On your clock, ${zoneName()}.`}
          type="datetime-local"
          required
          {...form.getInputProps('scheduled_time')}
        />
      </div>
      {failure !== null && <FailureNote text={failure} />}
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton type="submit" isPending={isPending} pendingText="Creating…">
          Create Post
        </PendingButton>
      </div>
    </form>
  )
}

function BrandField({ form }: FieldProps) {
  const id = useId()
  return (
    <>
      <TextInput
        label="Brand"
        description="One lower-case word."
        required
        autoComplete="off"
        autoCapitalize="none"
        list={id}
        {...form.getInputProps('brand')}
      />
      <datalist id={id}>
        {[accountingBrand, defaultBrand].map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
    </>
  )
}

function AuthorFields({ form }: FieldProps) {
  return (
    <>
      <div className={formClasses.pair}>
        <TextInput label="Author name" required autoComplete="off" {...form.getInputProps('author_name')} />
        <TextInput
          label="Author handle"
          description="Made of the name if it is left empty."
          placeholder={handleOf(form.values.author_name)}
          autoComplete="off"
          autoCapitalize="none"
          {...form.getInputProps('author_handle')}
        />
      </div>
      <Address form={form} field="author_avatar" label="Author avatar URL" />
    </>
  )
}

interface AddressProps extends FieldProps {
  readonly field: 'post_url' | 'image_url' | 'author_avatar'
  readonly label: string
  readonly isRequired?: boolean
}

function Address({ form, field, label, isRequired = false }: AddressProps) {
  return (
    <TextInput
      label={label}
      required={isRequired}
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      {...form.getInputProps(field)}
    />
  )
}

/** `GMT+1`: what the fields for times are read in. */
function zoneName(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'in your time zone'
}

function useSave(form: PostFormState, onClose: () => void) {
  const { mutateAsync } = useCreatePost()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Error',
    fallback: 'Failed to create social feed post.',
  })

  async function save(): Promise<void> {
    const result = postIn(form.values)
    if ('problems' in result) return refuseFields(form, result.problems)
    let isKnown = false
    const outcome = await attempt(async () => {
      isKnown = (await mutateAsync(result.post)).duplicate
    })
    if (outcome === 'under way') return
    if (outcome !== 'done') return refuseFields(form, outcome.problems)
    toast(isKnown ? known : { kind: 'success', title: 'Post created' })
    onClose()
  }
  return { failure, isPending, save }
}

const known = {
  kind: 'success',
  title: 'Post updated',
  description: 'It was in the feed already.',
} as const
