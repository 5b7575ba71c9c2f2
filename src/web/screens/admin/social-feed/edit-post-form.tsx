import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import type { SocialFeedPost } from '#contract/posts.ts'
import { testBrand } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useUpdatePost } from '#web/api/post-admin.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { instantOf, localMinute } from '#web/parts/new-post/post-fields.ts'
import { PromptFields, promptNames } from '#web/parts/new-post/prompt-fields.tsx'
import { timeHelp } from '#web/parts/new-post/time-help.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './edit-post-form.module.css'

interface EditPostFormProps {
  readonly post: SocialFeedPost
  readonly onClose: () => void
}

interface Seen extends Pick<SocialFeedPost, 'postUrl' | 'authorName' | 'question' | 'angles'> {
  /** Only of a post that waits. */
  readonly scheduledTime?: string
}

const names = {
  postUrl: 'Original post URL',
  authorName: 'Author name',
  ...promptNames,
  scheduledTime: 'Scheduled time',
} as const
const words = { title: 'Error', fallback: 'Failed to update social feed post.', isToastFixed: true } as const

/** The address, the author and the prompts of a post, and the time of one that waits. */
export function EditPostForm({ post, onClose }: EditPostFormProps) {
  const { mutateAsync } = useUpdatePost()
  const isWaiting = post.state === 'scheduled'
  const saved = useSavedForm({
    schema: async () => (await import('#contract/posts.schema.ts')).postChange,
    opened: seenOf(post),
    fieldsOf,
    inputOf: ({ scheduledTime, angles, ...others }, seen) => {
      const fields = { ...others, angles: angles.split('\n') }
      return isWaiting ? { ...fields, scheduledTime: wantedTime(scheduledTime, seen) } : fields
    },
    save: (change, seen) => mutateAsync({ id: post.id, change: { ...change, seen } }),
    words,
    onSaved: ({ data }) => {
      onClose()
      const isOut = isWaiting && data.state === 'published'
      return { kind: 'success', title: isOut ? 'Post published' : 'Post updated' }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Save Post"
      pending="Saving…"
      onCancel={onClose}
      conflictWords={{ names, show: shown }}
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
      <PromptFields form={saved.form} />
      {isWaiting && (
        <div className={classes.time}>
          <TextInput
            label={names.scheduledTime}
            description={timeHelp(saved.form.values.scheduledTime, post.brand !== testBrand)}
            type="datetime-local"
            required
            {...saved.form.getInputProps('scheduledTime')}
          />
          <PublishNow post={post} onClose={onClose} />
        </div>
      )}
    </SavedForm>
  )
}

/** Publishes a waiting post at once. What stands in the other fields stays unsaved. */
function PublishNow({ post: { id, originalPostDate }, onClose }: EditPostFormProps) {
  const { mutateAsync } = useUpdatePost()
  const { failure, isPending, attempt } = useAttempt(words)
  const change = { scheduledTime: null, seen: { scheduledTime: originalPostDate } }
  const publish = async () => {
    if ((await attempt(() => mutateAsync({ id, change }))) !== 'done') return
    onClose()
    toast({ kind: 'success', title: 'Post published' })
  }
  return (
    <>
      <PendingButton
        variant="default"
        isPending={isPending}
        pendingText="Publishing…"
        onClick={() => void publish()}
      >
        Publish now
      </PendingButton>
      {failure !== null && <FailureNote text={failure} />}
    </>
  )
}

function seenOf({ postUrl, authorName, question, angles, state, originalPostDate }: SocialFeedPost): Seen {
  const seen = { postUrl, authorName, question, angles }
  return state === 'scheduled' ? { ...seen, scheduledTime: originalPostDate } : seen
}

function fieldsOf({ postUrl, authorName, question, angles, scheduledTime }: Seen) {
  return {
    postUrl: postUrl ?? '',
    authorName,
    question: question ?? '',
    angles: angles.join('\n'),
    scheduledTime: scheduledTime === undefined ? '' : localMinute(new Date(scheduledTime)),
  }
}

/** The field has minutes only, so what is unchanged in it stays the exact instant. */
function wantedTime(text: string, { scheduledTime }: Seen): string {
  const isSame = scheduledTime !== undefined && localMinute(new Date(scheduledTime)) === text
  return isSame ? scheduledTime : instantOf(text)
}

function shown(value: unknown, field: keyof Seen): string {
  if (value === null) return field === 'question' ? 'No question' : 'No link'
  if (Array.isArray(value)) return value.join(' · ') || 'No angles'
  return field === 'scheduledTime' ? absoluteTime(String(value)) : String(value)
}
