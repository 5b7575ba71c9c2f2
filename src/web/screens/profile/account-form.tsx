import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { safeUrl } from '#domain/posts.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useAddSocialAccount } from '#web/api/social-accounts.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { type Problems, refuseFields } from '#web/parts/form/form-refusal.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import classes from './social-accounts.module.css'

interface AccountFields {
  readonly platform: string
  readonly handle: string
  readonly profileUrl: string
}

const noFields: AccountFields = { platform: '', handle: '', profileUrl: '' }

/** The fields of a further account. What is wrong is said at its field. */
export function AccountForm() {
  const form = useForm<AccountFields>({ initialValues: noFields })
  const { mutateAsync } = useAddSocialAccount()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Account not added',
    fallback: 'Failed to add account',
  })

  async function add(): Promise<void> {
    const { platform: chosen, ...written } = form.values
    const platform = platforms.find((known) => known === chosen)
    const problems = problemsOf(form.values)
    if (!platform || Object.keys(problems).length > 0) return refuseFields(form, problems)
    const outcome = await attempt(() => mutateAsync({ ...written, platform }))
    if (outcome === 'under way') return
    if (outcome !== 'done') return refuseFields(form, outcome.problems)
    form.reset()
    toast({ kind: 'success', title: 'Account added' })
  }

  return (
    <form
      className={`${formClasses.form} ${classes.form}`}
      noValidate
      aria-label="Add a social account"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      {failure !== null && <FailureNote text={failure} />}
      <div className={formClasses.pair}>
        <WordSelect
          label="Platform"
          required
          words={platforms}
          names={platformNames}
          none="Choose a platform"
          {...form.getInputProps('platform')}
        />
        <TextInput
          label="Handle"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('handle')}
        />
      </div>
      <TextInput
        label="Profile link"
        description="Optional: where the account can be seen."
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('profileUrl')}
      />
      <div className={formClasses.buttons}>
        <PendingButton type="submit" variant="default" size="md" isPending={isPending} pendingText="Adding…">
          Add account
        </PendingButton>
      </div>
    </form>
  )
}

function problemsOf({ platform, handle, profileUrl }: AccountFields): Problems {
  const problems: Record<string, string> = {}
  if (platform === '') problems.platform = 'Platform is required'
  if (handle.trim() === '') problems.handle = 'Handle is required'
  const link = profileUrl.trim()
  if (link !== '' && safeUrl(link) === null) problems.profileUrl = 'Please enter a valid URL'
  return problems
}
