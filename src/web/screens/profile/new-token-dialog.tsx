import { useState } from 'react'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { MadeTokenNote } from './made-token-note.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import type { MadeToken } from './token-words.ts'

/** Asks what a new token is for, and then shows it. Closing the dialog forgets it. */
export function NewTokenDialog({ isOpen, onClose }: DialogProps) {
  const [made, setMade] = useState<MadeToken | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <WideDialog isOpen={isOpen} onClose={close} title={made ? 'Your new access token' : 'New access token'}>
      {made ? (
        <MadeTokenNote made={made} onDone={close} />
      ) : (
        <NewTokenForm onMade={setMade} onCancel={close} />
      )}
    </WideDialog>
  )
}
