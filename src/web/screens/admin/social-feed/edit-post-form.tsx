import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { SocialFeedPost } from '#contract/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useUpdatePost } from '../../../api/posts.ts'
import { useAttempt } from '../../../components/attempt.ts'
import { caughtUp } from '../../../components/caught-up.ts'
import { ConflictNote, useEditConflict } from '../../../components/edit-conflict.tsx'
import { FailureNote } from '../../../components/failure-note.tsx'
import formClasses from '../../../components/form.module.css'
import { refuseFields } from '../../../components/form-refusal.ts'
import { PendingButton } from '../../../components/pending-button.tsx'
import { toast } from '../../../components/toaster.tsx'
import classes from './edit-post-form.module.css'
import { type EditFields, editFieldsOf, editNames, editProblemsOf } from './post-fields.ts'

interface EditPostFormProps {
  readonly post: SocialFeedPost
  readonly onClose: () => void
}

type Seen = Pick<SocialFeedPost, 'postUrl' | 'authorName'>

/** The address and the author of a post. What is wrong is said at its field. */
export function EditPostForm({ post, onClose }: EditPostFormProps) {
  const form = useForm<EditFields>({ initialValues: editFieldsOf(post) })
  const { failure, isPending, conflict, save, take } = useSave(form, post, onClose)
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
          onTake={take}
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
  const conflict = useEditConflict<Seen>({ postUrl: post.postUrl, authorName: post.authorName })
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
    if (!conflict.learn(outcome.current)) {
      conflict.settle()
      return refuseFields(form, outcome.problems)
    }
    const now = editFieldsOf({ ...seen, ...outcome.current })
    form.setValues(caughtUp(form.values, { opened: editFieldsOf(seen), now }))
  }

  function take(): void {
    const theirs = editFieldsOf(conflict.seen)
    const fields = (['postUrl', 'authorName'] as const).filter(
      (field) => conflict.changed?.[field] !== undefined,
    )
    for (const field of fields) form.setFieldValue(field, theirs[field])
    conflict.settle()
    // The button that was pressed goes.
    if (fields[0]) form.getInputNode(fields[0])?.focus()
  }

  return { failure, isPending, conflict, save, take }
}
