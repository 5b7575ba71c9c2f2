import '#web/ui/library-styles.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CopyButton, useCopy } from '#web/ui/copy-button.tsx'
import * as classes from './secret-field.module.css'

interface SecretFieldProps {
  readonly secret: string
  /** Shown behind the copy button. */
  readonly children?: ReactNode
}

/** The webhook secret: hidden, shown on demand, and copied without being shown. */
export function SecretField({ secret, children }: SecretFieldProps) {
  const [isShown, setShown] = useState(false)
  const copying = useCopy(secret)
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.secret}
        label="Webhook secret"
        readOnly
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={secret}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Show webhook secret"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
          </ActionIcon>
        }
      />
      <CopyButton copying={copying} what="the webhook secret" />
      {children}
    </div>
  )
}
