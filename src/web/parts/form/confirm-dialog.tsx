import '#web/ui/library-styles.ts'
import { Button, Modal } from '@mantine/core'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { type RefusalWords, useAttempt } from './attempt.ts'
import * as classes from './confirm-dialog.module.css'

interface ConfirmDialogProps extends DialogProps, Confirmation {
  readonly title: string
}

interface Confirmation {
  readonly question: string
  /** Names what will be gone. */
  readonly subject: string
  /** What follows from it, one sentence each. */
  readonly effects?: readonly string[]
  /** What the button says, and what it says meanwhile. */
  readonly confirm?: string
  readonly pending?: string
  /** Whether nothing is lost by it, so that the button need not warn. */
  readonly isHarmless?: boolean
  readonly words: RefusalWords
  readonly act: () => Promise<unknown>
  /** Called after `act` has succeeded; closes the dialog. */
  readonly onDone: () => void
}

/** Asks before something is deleted, or something else that concerns a person. The focus is on the way out. */
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
  effects = [],
  confirm = 'Delete',
  pending = 'Deleting…',
  isHarmless = false,
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
      {effects.map((effect) => (
        <p key={effect}>{effect}</p>
      ))}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <PendingButton
          {...(!isHarmless && { color: 'red' })}
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
