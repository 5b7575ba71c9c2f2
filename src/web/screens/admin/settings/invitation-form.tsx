import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import { useInviteEmergencyAdmin } from '#web/api/emergency-admins.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import * as classes from './emergency-admins.module.css'
import type { MadeLink } from './invitation-link.tsx'

const noFields = { email: '' }

/** Asks for the address of one more emergency administrator, and makes their link. */
export function InvitationForm({ onMade }: { readonly onMade: (made: MadeLink) => void }) {
  const { mutateAsync } = useInviteEmergencyAdmin()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/invitations.schema.ts')).inviteEmergencyAdmin.body,
    opened: noFields,
    fieldsOf: (fields) => fields,
    save: async (body) => {
      const { data } = await mutateAsync(body)
      return { email: body.email, ...data }
    },
    words: { title: 'Link not made', fallback: 'Failed to make the link' },
    onSaved: (made, reopen) => {
      onMade(made)
      reopen(noFields)
      return { kind: 'success', title: 'Link made', description: `Send it to ${made.email}` }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Make link"
      pending="Making…"
      label="Invite an emergency administrator"
      variant="default"
      className={classes.form}
    >
      <TextInput
        label="Email"
        description="Of a new emergency administrator, of one who forgot the password, or your own."
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...saved.form.getInputProps('email')}
      />
    </SavedForm>
  )
}
