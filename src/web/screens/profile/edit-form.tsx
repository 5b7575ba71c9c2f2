import { TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ChangeEvent } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { useUpdateProfile } from '#web/api/users.ts'
import { useDraft } from '#web/app/use-draft.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ProfileCard } from './profile-card.tsx'
import { changeOf, fieldsOf, noEdits, type ProfileEdits, problemsOf } from './profile-edits.ts'

/** The fields that members change about themselves. A field that was not touched shows what is known, as it changes. */
export function EditForm({ user }: { readonly user: CurrentUser }) {
  const [kept, noteDraft] = useDraft('profile', noEdits)
  const form = useForm<ProfileEdits>({ initialValues: kept })
  noteDraft(form.values)
  const { failure, isPending, save } = useSave(user, form)
  return (
    <ProfileCard title="Your details">
      <form
        className={formClasses.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {failure !== null && <FailureNote text={failure} />}
        <TextInput
          label="Username"
          description="How your teammates see you."
          required
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...inputOf(form, 'username', user)}
        />
        {user.isEmailFixed ? (
          <TextInput
            label="Email"
            description="This address is your emergency sign-in, so it cannot be changed here."
            type="email"
            readOnly
            value={user.email ?? ''}
          />
        ) : (
          <TextInput
            label="Email"
            description="How to reach you. It does not change how you sign in."
            type="email"
            inputMode="email"
            autoComplete="email"
            {...inputOf(form, 'email', user)}
          />
        )}
        <div className={formClasses.buttons}>
          <PendingButton type="submit" size="md" isPending={isPending} pendingText="Saving…">
            Save Changes
          </PendingButton>
        </div>
      </form>
    </ProfileCard>
  )
}

function inputOf(form: UseFormReturnType<ProfileEdits>, field: keyof ProfileEdits, user: CurrentUser) {
  return {
    ...form.getInputProps(field),
    value: fieldsOf(user, form.values)[field],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, value === fieldsOf(user, noEdits)[field] ? null : value),
  }
}

function useSave(user: CurrentUser, form: UseFormReturnType<ProfileEdits>) {
  const { mutateAsync } = useUpdateProfile()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Update Failed',
    fallback: 'The server could not be reached. Check your connection and try again.',
  })

  async function save(): Promise<void> {
    const edits = form.values
    const fields = fieldsOf(user, edits)
    const problems = problemsOf(fields)
    if (Object.keys(problems).length > 0) return refuseFields(form, problems)
    const outcome = await attempt(() => mutateAsync(changeOf(fields, edits)))
    if (outcome === 'under way') return
    if (outcome !== 'done') return refuseFields(form, outcome.problems)
    form.setValues(noEdits)
    toast({ kind: 'success', title: 'Profile Updated' })
  }
  return { failure, isPending, save }
}
