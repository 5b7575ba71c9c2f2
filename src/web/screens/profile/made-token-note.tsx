import { Button } from '@mantine/core'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import type { MadeToken } from './token-words.ts'
import * as classes from './tokens.module.css'

interface MadeTokenNoteProps {
  readonly made: MadeToken
  readonly onDone: () => void
}

/** A token that was just made. It is shown here only. */
export function MadeTokenNote({ made: { token, data }, onDone }: MadeTokenNoteProps) {
  return (
    <>
      <ShownOnce name={`Token ${data.name}`} label="Access token" text={token} what="the access token">
        Copy this token now: it is not shown again. Whoever has it can use it until{' '}
        <time dateTime={data.expiresAt}>{shortDate(data.expiresAt)}</time>, so keep it like a password.
      </ShownOnce>
      <div className={classes.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  )
}
