import { Button, Modal } from '@mantine/core'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { type RefusalWords, useAttempt } from './attempt.ts'
import classes from './confirm-dialog.module.css'

interface ConfirmDialogProps extends DialogProps, Confirmation {
  readonly title: string
}

interface Confirmation {
  readonly question: string
  /** Names what will be gone. */
  readonly subject: string
  /** What the button says, and what it says meanwhile. */
  readonly confirm?: string
  readonly pending?: string
  readonly words: RefusalWords
  readonly act: () => Promise<unknown>
  /** Called after `act` has succeeded; closes the dialog. */
  readonly onDone: () => void
}

/** Asks before something is deleted, or something else that cannot be taken back. The focus is on the way out. */
export function ConfirmDialog({ isOpen, onClose, title, ...confirmation }: ConfirmDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={440}
      withCloseButton={false}
      classNames={{ title: classes.title }}
      // As in the wide dialog: its header is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <Question {...confirmation} onClose={onClose} />
    </Modal>
  )
}

function Question({
  question,
  subject,
  confirm = 'Delete',
  pending = 'Deleting…',
  words,
  act,
  onDone,
  onClose,
}: Confirmation & Pick<DialogProps, 'onClose'>) {
  const { failure, isPending, attempt } = useAttempt(words)
  const confirmed = async () => {
    if ((await attempt(act)) === 'done') onDone()
  }
  return (
    <div className={classes.content}>
      {failure !== null && <FailureNote text={failure} />}
      <p>{question}</p>
      <p className={classes.subject}>{subject}</p>
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <PendingButton
          color="red"
          isPending={isPending}
          pendingText={pending}
          onClick={() => void confirmed()}
        >
          {confirm}
        </PendingButton>
      </div>
    </div>
  )
}
