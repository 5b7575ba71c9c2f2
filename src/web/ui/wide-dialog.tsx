import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './wide-dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface WideDialogProps extends DialogProps {
  readonly title: string
  readonly children: ReactNode
}

/** A dialog for a whole list or a form. */
export function WideDialog({ isOpen, onClose, title, children }: WideDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close', size: 32 }}
      classNames={{ title: classes.title }}
      // Its header is no banner of the page, which a `header` outside of a section would be.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Modal>
  )
}
