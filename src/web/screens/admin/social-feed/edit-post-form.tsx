import { TextInput } from '@mantine/core'
import type { SocialFeedPost } from '#contract/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useUpdatePost } from '#web/api/post-admin.ts'
import formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import classes from './edit-post-form.module.css'

interface EditPostFormProps {
  readonly post: SocialFeedPost
  readonly onClose: () => void
}

type Edited = Pick<SocialFeedPost, 'postUrl' | 'authorName'>

const names = { postUrl: 'Original post URL', authorName: 'Author name' } as const

/** The address and the author of a post. */
export function EditPostForm({ post, onClose }: EditPostFormProps) {
  const { mutateAsync } = useUpdatePost()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/posts.schema.ts')).postChange,
    opened: { postUrl: post.postUrl, authorName: post.authorName },
    fieldsOf: ({ postUrl, authorName }: Edited) => ({ postUrl: postUrl ?? '', authorName }),
    save: (change, seen) => mutateAsync({ id: post.id, change: { ...change, seen } }),
    words: { title: 'Error', fallback: 'Failed to update social feed post.', isToastFixed: true },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: 'Post updated' }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Save Post"
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names, show: (value) => (value === null ? 'No link' : String(value)) }}
    >
      <div>
        <p className={formClasses.lead}>Post on {platformNames[post.platform]}:</p>
        <blockquote className={classes.content} dir="auto">
          {post.content}
        </blockquote>
      </div>
      <TextInput
        label={names.postUrl}
        description="Optional. Without a link, View Original is hidden."
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...saved.form.getInputProps('postUrl')}
      />
      <TextInput
        label={names.authorName}
        required
        autoComplete="off"
        {...saved.form.getInputProps('authorName')}
      />
    </SavedForm>
  )
}
