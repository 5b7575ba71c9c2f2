import '#web/ui/library-styles.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, type FocusEvent, useId, useRef, useState } from 'react'
import { accountingBrand, defaultBrand } from '#contract/posts.ts'
import { platformOfLink, safeUrl, testBrand } from '#domain/posts.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useCreatePost } from '#web/api/post-admin.ts'
import { useNewestPosts } from '#web/api/posts.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { handleOf, lastAuthor, newPostFields, type PostFields, postIn } from './post-fields.ts'
import { PromptFields } from './prompt-fields.tsx'
import { timeHelp } from './time-help.ts'

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
    onSaved: ({ duplicate, data }) => {
      onClose()
      if (duplicate) return known
      return { kind: 'success', title: data.state === 'scheduled' ? 'Post scheduled' : 'Post created' }
    },
  })
  const { form } = saved
  const link = useLinkField(form)
  return (
    <SavedForm saved={saved} submit="Create Post" pending="Creating…" onCancel={onClose}>
      {/* First, because it fills in the platform and the author. */}
      <TextInput label="Post URL" required data-autofocus {...addressField} {...link.address} />
      <div className={formClasses.pair}>
        <NativeSelect
          label="Platform"
          required
          data={platforms.map((word) => ({ value: word, label: platformNames[word] }))}
          rightSection={<ChevronDown size={16} aria-hidden />}
          {...link.platform}
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
      <PromptFields form={form} />
      <Address form={form} field="image_url" label="Image URL" />
      <AuthorFields form={form} onNameFocus={link.selectFilled} />
      <div className={formClasses.pair}>
        <TextInput
          label="Campaign tags"
          description="Separated by commas."
          autoComplete="off"
          {...form.getInputProps('campaign_tags')}
        />
        <TextInput
          label="Scheduled time"
          description={timeHelp(form.values.scheduled_time, form.values.brand.trim() !== testBrand)}
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

interface AuthorFieldsProps extends FieldProps {
  readonly onNameFocus: (event: FocusEvent<HTMLInputElement>) => void
}

function AuthorFields({ form, onNameFocus }: AuthorFieldsProps) {
  return (
    <>
      <div className={formClasses.pair}>
        <TextInput
          label="Author name"
          required
          autoComplete="off"
          {...form.getInputProps('author_name')}
          onFocus={onNameFocus}
        />
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
  readonly field: 'image_url' | 'author_avatar'
  readonly label: string
}

const addressField = {
  type: 'url',
  inputMode: 'url',
  placeholder: 'https://',
  autoComplete: 'off',
} as const

function Address({ form, field, label }: AddressProps) {
  return <TextInput label={label} {...addressField} {...form.getInputProps(field)} />
}

/**
 * The field for the link. A link fills in the platform of its site, unless a person has chosen one, and the author of
 * the last post there, unless a person has written one.
 */
function useLinkField(form: FieldProps['form']) {
  const posts = useNewestPosts().data?.data ?? []
  const isPlatformChosen = useRef(false)
  const filledAuthor = useRef('')
  const isPasted = useRef(false)
  const platform = form.getInputProps('platform')
  const address = form.getInputProps('post_url')

  function fillFrom(text: string): void {
    const values = form.getValues()
    const found = isPlatformChosen.current ? null : platformOfLink(text)
    if (found) form.setFieldValue('platform', found)
    const author = lastAuthor(posts, found ?? values.platform)
    if (values.author_name.trim() !== filledAuthor.current || author === '') return
    filledAuthor.current = author
    form.setFieldValue('author_name', author)
  }

  return {
    /** What is typed replaces a name that nobody has written. */
    selectFilled: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      if (currentTarget.value !== '' && currentTarget.value === filledAuthor.current) currentTarget.select()
    },
    platform: {
      ...platform,
      onChange: (event: ChangeEvent<HTMLSelectElement>) => {
        isPlatformChosen.current = true
        platform.onChange(event)
      },
    },
    address: {
      ...address,
      onPaste: () => {
        isPasted.current = true
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const text = event.currentTarget.value.trim()
        address.onChange(event)
        if (safeUrl(text) !== null) fillFrom(text)
        else if (isPasted.current && text !== '') form.setFieldError('post_url', 'Please enter a valid URL')
        isPasted.current = false
      },
    },
  }
}
