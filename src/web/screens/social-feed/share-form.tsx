import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { safeUrl } from '#domain/posts.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useSubmitShare } from '#web/api/shares.ts'
import { useDraft } from '#web/app/use-draft.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { type Problems, refuseFields } from '#web/parts/form/form-refusal.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { shareDraft } from './share-draft.ts'

interface ShareFields {
  readonly platform: string
  readonly customMessage: string
  readonly shareUrl: string
}

const noFields: ShareFields = { platform: '', customMessage: '', shareUrl: '' }

/** The fields of a share. What is wrong is said at its field. */
export function ShareForm({ onClose }: { readonly onClose: () => void }) {
  const [initialValues, noteDraft] = useDraft(shareDraft, noFields)
  const form = useForm<ShareFields>({ initialValues })
  noteDraft(form.values)
  const { mutateAsync } = useSubmitShare()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Share failed',
    fallback: 'Failed to submit share',
  })

  async function submit(): Promise<void> {
    const { platform: chosen, ...written } = form.values
    const platform = platforms.find((known) => known === chosen)
    const problems = problemsOf(form.values)
    if (!platform || Object.keys(problems).length > 0) return refuseFields(form, problems)
    const outcome = await attempt(() => mutateAsync({ ...written, platform }))
    if (outcome === 'under way') return
    if (outcome !== 'done') return refuseFields(form, outcome.problems)
    toast({ kind: 'success', title: 'Share submitted' })
    onClose()
  }

  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={formClasses.lead}>
        For your own shares of company content that belong to no post in the feed. An administrator or
        moderator reviews each; it earns its points once it is verified.
      </p>
      {failure !== null && <FailureNote text={failure} />}
      <WordSelect
        label="Platform"
        required
        data-autofocus
        words={platforms}
        names={platformNames}
        none="Choose a platform"
        {...form.getInputProps('platform')}
      />
      <Textarea
        label="Message"
        description="What you wrote with it."
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('customMessage')}
      />
      <TextInput
        label="Link"
        description="Where the share can be seen."
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('shareUrl')}
      />
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton type="submit" isPending={isPending} pendingText="Submitting…">
          Submit
        </PendingButton>
      </div>
    </form>
  )
}

function problemsOf({ platform, shareUrl }: ShareFields): Problems {
  const problems: Record<string, string> = {}
  if (platform === '') problems.platform = 'Platform is required'
  const link = shareUrl.trim()
  if (link !== '' && safeUrl(link) === null) problems.shareUrl = 'Please enter a valid URL'
  return problems
}
