import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useAddSocialAccount } from '#web/api/social-accounts.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import * as classes from './social-accounts.module.css'

const noFields = { platform: '', handle: '', profileUrl: '' }

/** The fields of a further account. */
export function AccountForm() {
  const { mutateAsync } = useAddSocialAccount()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/social-accounts.schema.ts')).addSocialAccount.body,
    opened: noFields,
    fieldsOf: (fields) => fields,
    save: (account) => mutateAsync(account),
    words: { title: 'Account not added', fallback: 'Failed to add account' },
    onSaved: (_, reopen) => {
      reopen(noFields)
      return { kind: 'success', title: 'Account added' }
    },
  })
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit="Add account"
      pending="Adding…"
      label="Add a social account"
      variant="default"
      className={classes.form}
    >
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
    </SavedForm>
  )
}
