import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { useRereadNotificationSettings } from '#web/api/notification-settings.ts'
import { useUpdateProfile } from '#web/api/users.ts'
import { useDraft } from '#web/app/use-draft.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { Card } from '#web/ui/card.tsx'
import { changeOf, fieldsOf, noEdits, type ProfileEdits } from './profile-edits.ts'

/** The field with the member's address. */
export const emailFieldId = 'own-email'

/** The fields that members change about themselves. A field that was not touched shows what is known, as it changes. */
export function EditForm({ user }: { readonly user: CurrentUser }) {
  const [opened, noteDraft] = useDraft('profile', noEdits)
  const { mutateAsync } = useUpdateProfile()
  const rereadNotifications = useRereadNotificationSettings()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/users.schema.ts')).editedProfile,
    opened,
    fieldsOf: (edits) => edits,
    inputOf: (edits) => changeOf(fieldsOf(user, edits), edits),
    // An address that nobody wrote is sent as it is stored, whatever its form.
    save: (change) => mutateAsync({ email: user.email, ...change }),
    words: {
      title: 'Update Failed',
      fallback: 'The server could not be reached. Check your connection and try again.',
    },
    onSaved: (_, reopen) => {
      reopen(noEdits)
      void rereadNotifications()
      return { kind: 'success', title: 'Profile Updated' }
    },
  })
  const { form } = saved
  noteDraft(form.values)
  return (
    <Card title="Your details">
      <SavedForm saved={saved} submit="Save Changes" pending="Saving…">
        <TextInput
          label="Name"
          description={`How your teammates see you. Leave it empty to appear as ${user.defaultDisplayName}.`}
          placeholder={user.defaultDisplayName}
          autoComplete="name"
          dir="auto"
          {...inputOf(form, 'displayName', user)}
        />
        <div className={formClasses.pair}>
          <TextInput
            label="Username"
            description="Your unique handle in lists and exports."
            required
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...inputOf(form, 'username', user)}
          />
          {user.isEmailFixed ? (
            <TextInput
              id={emailFieldId}
              label="Email"
              description="This address is your emergency sign-in, so it cannot be changed here."
              type="email"
              readOnly
              value={user.email ?? ''}
            />
          ) : (
            <TextInput
              id={emailFieldId}
              label="Email"
              description="How to reach you. It does not change how you sign in."
              type="email"
              inputMode="email"
              autoComplete="email"
              {...inputOf(form, 'email', user)}
            />
          )}
        </div>
      </SavedForm>
    </Card>
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
