import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import type { MadeToken } from './token-words.ts'
import classes from './tokens.module.css'

interface MadeTokenNoteProps {
  readonly made: MadeToken
  readonly onDone: () => void
}

/** A token that was just made. It is shown here only. */
export function MadeTokenNote({ made: { token, data }, onDone }: MadeTokenNoteProps) {
  const copying = useCopy(token)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what belongs to one token, not fields of a form
    <div ref={note} className={classes.made} role="group" aria-label={`Token ${data.name}`} tabIndex={-1}>
      <p>
        Copy this token now: it is not shown again. Whoever has it can use it until{' '}
        <time dateTime={data.expiresAt}>{shortDate(data.expiresAt)}</time>, so keep it like a password.
      </p>
      <div className={classes.token}>
        <CopyField label="Access token" text={token} copying={copying} />
        <CopyButton copying={copying} what="the access token" />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
