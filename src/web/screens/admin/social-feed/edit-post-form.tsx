import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { SocialFeedPost } from '#contract/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useUpdatePost } from '#web/api/posts.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { ConflictNote } from '#web/screens/admin/edit-conflict.tsx'
import { useFormConflict } from '#web/screens/admin/form-conflict.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './edit-post-form.module.css'
import { type EditFields, editFieldsOf, editNames, editProblemsOf } from './post-fields.ts'

interface EditPostFormProps {
  readonly post: SocialFeedPost
  readonly onClose: () => void
}

/** The address and the author of a post. What is wrong is said at its field. */
export function EditPostForm({ post, onClose }: EditPostFormProps) {
  const form = useForm<EditFields>({ initialValues: editFieldsOf(post) })
  const { failure, isPending, conflict, save } = useSave(form, post, onClose)
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div>
        <p className={formClasses.lead}>Post on {platformNames[post.platform]}:</p>
        <blockquote className={classes.content} dir="auto">
          {post.content}
        </blockquote>
      </div>
      <TextInput
        label={editNames.postUrl}
        description="Left empty, the post has no link."
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('postUrl')}
      />
      <TextInput
        label={editNames.authorName}
        required
        autoComplete="off"
        {...form.getInputProps('authorName')}
      />
      {conflict.changed ? (
        <ConflictNote
          changed={conflict.changed}
          names={editNames}
          show={(value) => (value === null ? 'No link' : String(value))}
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
          Save Post
        </PendingButton>
      </div>
    </form>
  )
}

function useSave(form: UseFormReturnType<EditFields>, post: SocialFeedPost, onClose: () => void) {
  const { mutateAsync } = useUpdatePost()
  const opened = { postUrl: post.postUrl, authorName: post.authorName }
  const conflict = useFormConflict(form, { opened, fieldsOf: editFieldsOf })
  const { failure, isPending, attempt } = useAttempt({
    title: 'Error',
    fallback: 'Failed to update social feed post.',
    isToastFixed: true,
  })

  async function save(): Promise<void> {
    const problems = editProblemsOf(form.values)
    if (Object.keys(problems).length > 0) return refuseFields(form, problems)
    const { seen } = conflict
    const outcome = await attempt(() => mutateAsync({ id: post.id, change: { ...form.values, seen } }))
    if (outcome === 'under way') return
    if (outcome === 'done') {
      toast({ kind: 'success', title: 'Post updated' })
      return onClose()
    }
    conflict.refuse(outcome)
  }

  return { failure, isPending, conflict, save }
}
