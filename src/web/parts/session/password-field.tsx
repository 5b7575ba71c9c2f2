import '#web/ui/library-styles.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { type RefObject, useState } from 'react'

interface PasswordFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (password: string) => void
  /** Says what a new password has to be like. Without it, the field asks for an existing one. */
  readonly rules?: string
}

/** A password, hidden unless the reader shows it. */
export function PasswordField({ field, value, error, onChange, rules }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      ref={field}
      label="Password"
      description={rules}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete={rules === undefined ? 'current-password' : 'new-password'}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </ActionIcon>
      }
    />
  )
}
