import '#web/ui/library-styles.ts'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { mayGrantScope, type TokenScope, tokenScopes } from '#domain/access-tokens.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useCreateToken } from '#web/api/tokens.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { counted } from '#web/ui/time-words.ts'
import { type MadeToken, scopeNames, scopeTexts, tokenDays } from './token-words.ts'
import * as classes from './tokens.module.css'

interface Fields {
  readonly name: string
  readonly scopes: TokenScope[]
  readonly expiresInDays: string
}

const noFields: Fields = { name: '', scopes: ['read'], expiresInDays: '30' }

interface NewTokenFormProps {
  readonly onMade: (made: MadeToken) => void
  readonly onCancel: () => void
}

/** The name, the scopes and the end of a new token. */
export function NewTokenForm({ onMade, onCancel }: NewTokenFormProps) {
  const { user } = useCurrentUser()
  const { mutateAsync } = useCreateToken()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/tokens.schema.ts')).createToken.body,
    opened: noFields,
    fieldsOf: (fields) => fields,
    inputOf: (fields) => ({ ...fields, expiresInDays: Number(fields.expiresInDays) }),
    save: (body) => mutateAsync(body),
    words: { title: 'Token not made', fallback: 'Failed to make the token' },
    onSaved: (made) => {
      onMade(made)
      return { kind: 'success', title: 'Token made', description: made.data.name }
    },
  })
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit="Make token"
      pending="Making…"
      onCancel={onCancel}
      label="New access token"
    >
      <TextInput
        label="Name"
        description="The program or the purpose, so that you recognise it later."
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="What it may do" required {...form.getInputProps('scopes')}>
        <div className={classes.scopes}>
          {tokenScopes
            .filter((scope) => user && mayGrantScope(user.role, scope))
            .map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                radius="xs"
                label={scopeNames[scope]}
                description={scopeTexts[scope]}
              />
            ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label="Ends after"
        rightSection={<ChevronDown size={16} aria-hidden />}
        data={tokenDays.map((days) => ({ value: String(days), label: counted(days, 'day') }))}
        {...form.getInputProps('expiresInDays')}
      />
    </SavedForm>
  )
}
