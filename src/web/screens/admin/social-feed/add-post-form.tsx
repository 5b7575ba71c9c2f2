import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { accountingBrand, defaultBrand } from '#contract/posts.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useCreatePost } from '#web/api/post-admin.ts'
import formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { handleOf, newPostFields, type PostFields, postIn } from './post-fields.ts'

interface FieldProps {
  readonly form: UseFormReturnType<PostFields>
}

/** The fields of a new post. */
export function AddPostForm({ onClose }: { readonly onClose: () => void }) {
  const { mutateAsync } = useCreatePost()
  const [empty] = useState(() => newPostFields(new Date()))
  const saved = useSavedForm({
    schema: async () => (await import('#contract/posts.schema.ts')).newPostForm,
    opened: empty,
    fieldsOf: (fields: PostFields) => fields,
    inputOf: postIn,
    save: (post) => mutateAsync(post),
    words: { title: 'Error', fallback: 'Failed to create social feed post.' },
    onSaved: ({ duplicate }) => {
      onClose()
      return duplicate ? known : { kind: 'success', title: 'Post created' }
    },
  })
  const { form } = saved
  return (
    <SavedForm saved={saved} submit="Create Post" pending="Creating…" onCancel={onClose}>
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
          description={`In your time zone, ${zoneName()}.`}
          type="datetime-local"
          required
          {...form.getInputProps('scheduled_time')}
        />
      </div>
    </SavedForm>
  )
}

const known = {
  kind: 'success',
  title: 'Post updated',
  description: 'It was already in the feed.',
} as const

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
          description="Defaults to the author's name."
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
